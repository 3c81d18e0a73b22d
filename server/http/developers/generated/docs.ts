/* Made by `npm run generate` from docs/. Do not edit. */

import type { DocsSite } from '../docs-site.ts';

const site: DocsSite = {
  "title": "Documentation",
  "introduction": "<p>Start with the quickstart. It takes ten minutes, and the guides build on it.</p>\n",
  "groups": [
    {
      "title": "Start",
      "pages": [
        {
          "slug": "quickstart",
          "title": "Quickstart",
          "description": "Receive a customer's message on your machine and reply to it.",
          "sections": [
            {
              "level": 1,
              "anchor": "quickstart",
              "title": "Quickstart",
              "html": "<p>Start wigwag on your machine, receive a customer's message and reply to it. You do not need a Meta account.</p>\n"
            },
            {
              "level": 2,
              "anchor": "start-the-server",
              "title": "Start the server",
              "html": "<p>You need git, npm and Node 20 or newer. wigwag runs on Node 24, which <code>npm ci</code> installs into the clone. On Node versions older than 22.18,\nnpm also prints <code>EBADENGINE</code> warnings; ignore them.</p>\n<pre tabindex=\"0\"><code>git clone https://github.com/wigwag/wigwag.git\ncd wigwag\nnpm ci\nnpx wigwag dev\n</code></pre>\n<p><code>wigwag dev</code> starts three services on your machine, and prints their addresses and two API keys:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Start the server\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Service</th>\n<th>Address</th>\n<th>What it does</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>API</td>\n<td><code>http:/<wbr>/<wbr>127.0.0.1:3000/<wbr>api/<wbr>v1</code></td>\n<td>Accepts your requests</td>\n</tr>\n<tr>\n<td>Mock provider</td>\n<td><code>http:/<wbr>/<wbr>127.0.0.1:3001</code></td>\n<td>Replaces WhatsApp, Instagram and Messenger</td>\n</tr>\n<tr>\n<td>Control port</td>\n<td><code>http:/<wbr>/<wbr>127.0.0.1:3002</code></td>\n<td>Lets you act as a customer</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>It keeps its data in the folder <code>.wigwag</code>, so the keys are the same after a restart. <code>npx wigwag dev --memory</code> keeps nothing.</p>\n<p>Open a second terminal in the same folder and set the variables that the examples use. Copy the two keys and the signing\nsecret from the first terminal.</p>\n<pre tabindex=\"0\"><code>export WIGWAG_URL=http://127.0.0.1:3000/api/v1\nexport WIGWAG_API_KEY=ww_live_...\nexport WIGWAG_TEST_KEY=ww_test_...\nexport WIGWAG_WEBHOOK_SECRET=whsec_...\nexport WIGWAG_CONTROL_URL=http://127.0.0.1:3002\n</code></pre>\n<p>Check the key:</p>\n<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/me&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;key&quot;:{&quot;mode&quot;:&quot;live&quot;,&quot;scopes&quot;:[&quot;*&quot;]},&quot;account&quot;:{&quot;id&quot;:&quot;1&quot;,&quot;name&quot;:&quot;Demo&quot;},...\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "simulate-a-customers-message",
              "title": "Simulate a customer's message",
              "html": "<p>On WhatsApp, Instagram and Messenger, you may write free text only after the customer has written. Their message opens a window of\n24 hours. <code>wigwag trigger</code> simulates a WhatsApp customer with the number 905551112233:</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received --override &quot;text=Where is my order?&quot;\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "reply",
              "title": "Reply",
              "html": "<p>The API accepts a message with the status <code>queued</code> and sends it in the background.</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905551112233&quot;, &quot;text&quot;: &quot;It left this morning.&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p>Save this program as <code>reply.mjs</code> in the clone:</p>\n<p class=\"file\"><code>reply.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst message = await wigwag.messages.sendAndWait(\n  { to: '905551112233', text: 'It arrives tomorrow.' },\n  { until: 'delivered' },\n);\nconsole.log(message.id, message.status);\n</code></pre>\n<pre tabindex=\"0\"><code>npx node reply.mjs\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... ...\n</code></pre>\n<p><code>npx node</code> runs the Node 24 that is installed in the clone. Save and run the programs on the other pages in the same way. <code>sendAndWait</code>\nreturns when the message reaches the status in <code>until</code> or a later one, or throws if the message fails.</p>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;Thanks for waiting.&quot; --to 905551112233 --wait read\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... read\n</code></pre>\n<p>The CLI finds the server and the key of <code>wigwag dev</code> in the folder <code>.wigwag</code>. Elsewhere, set <code>WIGWAG_<wbr>BASE_<wbr>URL</code> and <code>WIGWAG_<wbr>API_<wbr>KEY</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "read-the-conversation",
              "title": "Read the conversation",
              "html": "<pre tabindex=\"0\"><code>npx wigwag conversations history 905551112233\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\n...Where is my order?...\n...\n</code></pre>\n<p>Or read conversations and reply to them in the terminal:</p>\n<pre tabindex=\"0\"><code>npx wigwag inbox\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "watch-events",
              "title": "Watch events",
              "html": "<p>wigwag raises an event for each received message and for each status change, except the status changes of campaign messages. <code>listen</code>\nshows events as they happen. Run it in a third terminal:</p>\n<pre tabindex=\"0\"><code>npx wigwag listen\n</code></pre>\n<p>Then send another message. You see <code>message.status</code> three times: <code>sent</code>, <code>delivered</code> and <code>read</code>. In production, wigwag posts the same\nevents to your webhook endpoint.</p>\n"
            },
            {
              "level": 2,
              "anchor": "if-something-goes-wrong",
              "title": "If something goes wrong",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"If something goes wrong\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>You see</th>\n<th>Do this</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>WINDOW_<wbr>NEVER_<wbr>OPENED</code> or <code>WINDOW_<wbr>CLOSED</code></td>\n<td>Simulate another customer message: run <code>npx wigwag trigger message.received</code> again.</td>\n</tr>\n<tr>\n<td><code>INVALID_<wbr>API_<wbr>KEY</code></td>\n<td>Copy the whole live key, including <code>ww_<wbr>live_</code>.</td>\n</tr>\n<tr>\n<td>A port is in use</td>\n<td>Start with <code>npx wigwag dev --port 3100 --mock-port 3101 --control-port 3102</code>, and use 3100 and 3102 in the variables.</td>\n</tr>\n<tr>\n<td>Something else</td>\n<td>Run <code>npx wigwag doctor</code>. It checks the key, the clock and the connections, and says what to fix.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The <code>docs</code> field of each error response links to a page about its code.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/authentication\">Authentication</a>: restrict keys, and test without sending.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "authentication",
          "title": "Authentication",
          "description": "Send an API key, restrict it and replace it.",
          "sections": [
            {
              "level": 1,
              "anchor": "authentication",
              "title": "Authentication",
              "html": "<p>Every request needs an API key. This page shows how to send a key, restrict it, and replace it.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-the-key",
              "title": "Send the key",
              "html": "<p>Send the key in the <code>Authorization</code> header. <code>GET /<wbr>me</code> returns what the key may do.</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/me&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p class=\"file\"><code>me.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst { key, account } = await wigwag.account.me();\nconsole.log(account.name, key.mode, key.scopes);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>Demo live [ '*' ]\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag me --jq .key\n</code></pre>\n<p>The CLI reads the key from <code>WIGWAG_<wbr>API_<wbr>KEY</code>, from a profile, or from the <code>wigwag dev</code> in this folder. You cannot pass a key as an option,\nbecause other users of the machine can read command lines. <code>npx wigwag profiles show</code> prints the server and the key that a command uses.</p>\n"
            },
            {
              "level": 2,
              "anchor": "test-without-sending",
              "title": "Test without sending",
              "html": "<p>An account has live keys and test keys.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Test without sending\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th></th>\n<th>Live key</th>\n<th>Test key</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Starts with</td>\n<td><code>ww_<wbr>live_</code></td>\n<td><code>ww_<wbr>test_</code></td>\n</tr>\n<tr>\n<td>Checks recipient, template, variables and media</td>\n<td>yes</td>\n<td>yes</td>\n</tr>\n<tr>\n<td>Checks the 24-hour window</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td>Sends to the provider</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td>Adds to the conversation</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td>Status in the response</td>\n<td><code>queued</code></td>\n<td><code>sent</code></td>\n</tr>\n<tr>\n<td>Events</td>\n<td>real</td>\n<td>simulated <code>sent</code>, <code>delivered</code> and <code>read</code>, with <code>test: true</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Every response to a test key has the header <code>X-Service-Mode: test</code>:</p>\n<pre tabindex=\"0\"><code>curl --include &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_TEST_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905550000000&quot;, &quot;text&quot;: &quot;Hello&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>HTTP/1.1 202 Accepted\n...\nx-service-mode: test\n...\n{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;sent&quot;,&quot;test&quot;:true},...\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "create-a-restricted-key",
              "title": "Create a restricted key",
              "html": "<p>A key without restrictions may call every operation. Give each program a key with only the scopes that it needs. The server's operator\ncreates keys:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin keys add --account 1 --scopes messages:send messages:read --json &gt; key.json\n</code></pre>\n<p>wigwag shows a key once and stores only its hash. This key can send messages but cannot read contacts:</p>\n<pre tabindex=\"0\"><code>SENDER_KEY=$(node -p 'JSON.parse(fs.readFileSync(&quot;key.json&quot;)).key')\ncurl &quot;$WIGWAG_URL/contacts&quot; -H &quot;Authorization: Bearer $SENDER_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:false,&quot;error&quot;:{&quot;code&quot;:&quot;SCOPE_DENIED&quot;,&quot;http&quot;:403,...\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Create a restricted key\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Scope</th>\n<th>Operations</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>messages:send</code></td>\n<td><code>POST /<wbr>messages</code>, <code>POST /<wbr>messages/<wbr>template</code>, <code>GET /<wbr>messages/<wbr>template</code></td>\n</tr>\n<tr>\n<td><code>messages:read</code></td>\n<td><code>GET /<wbr>messages/<wbr>{id}</code></td>\n</tr>\n<tr>\n<td><code>templates:read</code></td>\n<td><code>GET /<wbr>templates</code></td>\n</tr>\n<tr>\n<td><code>media:write</code></td>\n<td><code>POST /<wbr>media</code></td>\n</tr>\n<tr>\n<td><code>contacts:read</code></td>\n<td><code>GET /<wbr>contacts</code>, <code>GET /<wbr>contacts/<wbr>{phone}</code>, <code>GET /<wbr>contacts/<wbr>{id}/<wbr>window</code></td>\n</tr>\n<tr>\n<td><code>contacts:write</code></td>\n<td><code>POST /<wbr>contacts</code>, <code>PATCH /<wbr>contacts/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>conversations:read</code></td>\n<td><code>GET /<wbr>conversations</code>, <code>GET /<wbr>conversations/<wbr>{phone}</code>, <code>GET /<wbr>conversations/<wbr>{phone}/<wbr>messages</code></td>\n</tr>\n<tr>\n<td><code>conversations:write</code></td>\n<td><code>PATCH /<wbr>conversations/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>optouts:read</code></td>\n<td><code>GET /<wbr>opt-outs</code></td>\n</tr>\n<tr>\n<td><code>optouts:write</code></td>\n<td><code>POST /<wbr>opt-outs</code>, <code>DELETE /<wbr>opt-outs/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>blocklist:read</code></td>\n<td><code>GET /<wbr>blocked-numbers</code></td>\n</tr>\n<tr>\n<td><code>blocklist:write</code></td>\n<td><code>POST /<wbr>blocked-numbers</code>, <code>DELETE /<wbr>blocked-numbers/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>flows:read</code></td>\n<td><code>GET /<wbr>flows</code>, <code>GET /<wbr>flows/<wbr>{id}</code>, <code>GET /<wbr>flows/<wbr>{id}/<wbr>runs</code>, <code>GET /<wbr>flows/<wbr>{id}/<wbr>stats</code></td>\n</tr>\n<tr>\n<td><code>flows:write</code></td>\n<td><code>POST /<wbr>flows</code>, <code>PATCH /<wbr>flows/<wbr>{id}</code>, <code>DELETE /<wbr>flows/<wbr>{id}</code>, <code>POST /<wbr>flows/<wbr>{id}/<wbr>test</code></td>\n</tr>\n<tr>\n<td><code>insights:read</code></td>\n<td><code>GET /<wbr>stats</code>, <code>GET /<wbr>labels</code>, <code>GET /<wbr>agents</code></td>\n</tr>\n<tr>\n<td><code>webhooks:test</code></td>\n<td><code>POST /<wbr>webhooks/<wbr>test</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>GET /<wbr>me</code> and <code>GET /<wbr>channels</code> work with any valid key.</p>\n"
            },
            {
              "level": 3,
              "anchor": "restrict-source-addresses",
              "title": "Restrict source addresses",
              "html": "<p><code>--allowed-ips</code> takes addresses and CIDR ranges. Requests from elsewhere get <code>IP_<wbr>NOT_<wbr>ALLOWED</code>.</p>\n<pre tabindex=\"0\"><code>npx wigwag admin keys add --account 1 --allowed-ips 203.0.113.7 10.0.0.0/8\n</code></pre>\n<p>If a reverse proxy is in front of the server, set <code>WIGWAG_<wbr>TRUST_<wbr>PROXY</code> to the proxy's address. Otherwise every request appears to come\nfrom the proxy.</p>\n"
            },
            {
              "level": 3,
              "anchor": "change-the-rate-limit",
              "title": "Change the rate limit",
              "html": "<p>A key may send 1,800 requests per minute. <code>--requests-per-minute</code> sets another limit for a new key.</p>\n"
            },
            {
              "level": 2,
              "anchor": "put-the-key-in-a-url",
              "title": "Put the key in a URL",
              "html": "<p>Some systems can only open a plain URL. <code>GET /<wbr>messages/<wbr>template</code> takes the key as a query parameter, and\n<code>GET /<wbr>messages/<wbr>template/<wbr>{api_<wbr>key}</code> takes it as a path segment. No other operation does.</p>\n<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/messages/template?api_key=$SENDER_KEY&amp;to=905559998877&amp;name=hello_world&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n<p>URLs appear in logs and browser histories. Create a separate key for this, with only the scope <code>messages:send</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "replace-a-key",
              "title": "Replace a key",
              "html": "<p><code>wigwag admin keys rotate ID</code> replaces a key by a new one with the same scopes, addresses and rate limit. The old key works for 24 more\nhours, or as long as <code>--valid-for</code> says (<code>30m</code>, <code>7d</code>). To revoke a key at once, use <code>revoke</code>: the next request fails, and you cannot undo it.</p>\n<pre tabindex=\"0\"><code>npx wigwag admin keys list --account 1\nnpx wigwag admin keys revoke &quot;$(node -p 'JSON.parse(fs.readFileSync(&quot;key.json&quot;)).id')&quot; --account 1\n</code></pre>\n<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/me&quot; -H &quot;Authorization: Bearer $SENDER_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:false,&quot;error&quot;:{&quot;code&quot;:&quot;API_KEY_REVOKED&quot;,&quot;http&quot;:401,...\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "authentication-errors",
              "title": "Authentication errors",
              "html": "<p>The server checks in this order and reports the first problem:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Authentication errors\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Problem</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>MISSING_<wbr>API_<wbr>KEY</code></td>\n<td>401</td>\n<td>The request has no key.</td>\n</tr>\n<tr>\n<td><code>INVALID_<wbr>API_<wbr>KEY</code></td>\n<td>401</td>\n<td>The key is malformed or unknown, or the request has two different keys.</td>\n</tr>\n<tr>\n<td><code>API_<wbr>KEY_<wbr>REVOKED</code></td>\n<td>401</td>\n<td>The key was revoked.</td>\n</tr>\n<tr>\n<td><code>IP_<wbr>NOT_<wbr>ALLOWED</code></td>\n<td>403</td>\n<td>The key may not be used from this address.</td>\n</tr>\n<tr>\n<td><code>ACCOUNT_<wbr>INACTIVE</code></td>\n<td>403</td>\n<td>The operator deactivated the account.</td>\n</tr>\n<tr>\n<td><code>LICENSE_<wbr>EXPIRED</code></td>\n<td>402</td>\n<td>The account's license has expired.</td>\n</tr>\n<tr>\n<td><code>MODULE_<wbr>DISABLED</code></td>\n<td>403</td>\n<td>The account may not use the API.</td>\n</tr>\n<tr>\n<td><code>FLOW_<wbr>MODULE_<wbr>DISABLED</code>, <code>WEBHOOK_<wbr>MODULE_<wbr>DISABLED</code></td>\n<td>403</td>\n<td>The account may not use flows or webhooks.</td>\n</tr>\n<tr>\n<td><code>RATE_<wbr>LIMITED</code></td>\n<td>429</td>\n<td>The key sent too many requests. Wait for the number of seconds in <code>Retry-After</code>.</td>\n</tr>\n<tr>\n<td><code>SCOPE_<wbr>DENIED</code></td>\n<td>403</td>\n<td>The key has no scope for this operation.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>In the SDK, the first three throw an <code>AuthenticationError</code>. Check a code with <code>isApiError</code>:</p>\n<p class=\"file\"><code>wrong-key.mjs</code></p>\n<pre tabindex=\"0\"><code>import { isApiError, Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: 'ww_live_wrong', baseUrl: process.env.WIGWAG_URL });\n\ntry {\n  await wigwag.account.me();\n} catch (error) {\n  if (!isApiError(error, 'INVALID_API_KEY')) throw error;\n  console.log(error.code, error.http);\n}\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>INVALID_API_KEY 401\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/quickstart\">Quickstart</a>: send the first message.</li>\n</ul>\n"
            }
          ]
        }
      ]
    },
    {
      "title": "Guides",
      "pages": [
        {
          "slug": "sending",
          "title": "Sending",
          "description": "Send texts, files, locations and choices, and follow each message until the customer reads it.",
          "sections": [
            {
              "level": 1,
              "anchor": "sending",
              "title": "Sending",
              "html": "<p>Send texts, files, locations and choices to a customer, and follow each message until the customer reads it.</p>\n<p>On WhatsApp, Instagram and Messenger, a customer's message opens a window of 24 hours for free-form messages. When the window is\nclosed, send a <a href=\"/developers/docs/templates\">template</a> on WhatsApp, or wait for the customer to write. Web chat has no window.</p>\n<p>The examples run against <code>npx wigwag dev</code>. There, <code>wigwag trigger</code> simulates a customer's message:</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received --override &quot;text=Where is my order?&quot;\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "send-a-text",
              "title": "Send a text",
              "html": ""
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905551112233&quot;, &quot;text&quot;: &quot;It left this morning.&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p class=\"file\"><code>send.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst { id, status } = await wigwag.messages.send({ to: '905551112233', text: 'It left this morning.' });\nconsole.log(id, status);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... queued\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;It left this morning.&quot; --to 905551112233\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... queued\n</code></pre>\n<p>The server stores the message and returns 202. A worker then sends it to the provider. To retry a request safely, give it an\n<code>Idempotency-Key</code>; see <a href=\"/developers/docs/reliability\">Reliability</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "follow-a-message",
              "title": "Follow a message",
              "html": "<p>A message moves forward only: <code>queued</code>, <code>sent</code>, <code>delivered</code>, <code>read</code>. <code>failed</code> is final. Each change also raises a <code>message.status</code>\n<a href=\"/developers/docs/receiving\">event</a>, so you do not have to poll.</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl-1",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>id=$(npx wigwag send &quot;Anything else?&quot; --to 905551112233 --jq .id)\ncurl -s &quot;$WIGWAG_URL/messages/$id&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;...&quot;,&quot;external_id&quot;:...,&quot;error&quot;:null,&quot;test&quot;:false},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk-1",
              "title": "SDK",
              "html": "<p class=\"file\"><code>follow.mjs</code></p>\n<pre tabindex=\"0\"><code>import { MessageStatusError, Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\ntry {\n  const message = await wigwag.messages.sendAndWait(\n    { to: '905551112233', text: 'Your parcel is at the door.' },\n    { until: 'delivered', waitTimeout: 30_000 },\n  );\n  console.log(message.status);\n} catch (error) {\n  if (!(error instanceof MessageStatusError)) throw error;\n  console.error(error.messageId, 'was accepted, so do not send it again:', error.message);\n}\n</code></pre>\n<p><code>sendAndWait</code> returns when the message has reached <code>until</code> or a later status.</p>\n"
            },
            {
              "level": 3,
              "anchor": "cli-1",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;Thank you!&quot; --to 905551112233 --wait read\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... read\n</code></pre>\n<p>You can look up a message for 90 days. When <code>status</code> is <code>failed</code>, <code>error.code</code> holds the provider's code, or one of these:</p>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th><code>error.code</code></th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>unconfirmed</code></td>\n<td>The provider's response was lost, and no callback arrived within 15 minutes. The message may have arrived</td>\n</tr>\n<tr>\n<td><code>provider_<wbr>unavailable</code></td>\n<td>The provider could not be reached in four attempts</td>\n</tr>\n<tr>\n<td><code>blocked</code>, <code>opted_<wbr>out</code></td>\n<td>The recipient was added to that list before the message was sent</td>\n</tr>\n<tr>\n<td><code>not_<wbr>connected</code></td>\n<td>The connection was removed</td>\n</tr>\n<tr>\n<td><code>flow_<wbr>stopped</code>, <code>window_<wbr>closed</code></td>\n<td>A step of a <a href=\"/developers/docs/flows\">flow</a> could no longer be sent</td>\n</tr>\n<tr>\n<td><code>erased</code></td>\n<td>The operator erased the person's data</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "send-to-another-channel",
              "title": "Send to another channel",
              "html": "<p>Set <code>channel</code>. Use the <code>from.id</code> and the <code>connection_<wbr>id</code> of the event that you reply to.</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received --override channel=messenger from.id=6042731925 &quot;text=Are you open?&quot;\nnpx wigwag send &quot;Until six.&quot; --channel messenger --to 6042731925\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Send to another channel\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th></th>\n<th><code>whatsapp</code> (default)</th>\n<th><code>instagram</code></th>\n<th><code>messenger</code></th>\n<th><code>web</code></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>to</code></td>\n<td>phone number</td>\n<td><code>from.id</code> of an event</td>\n<td><code>from.id</code> of an event</td>\n<td>visitor ID, <code>web_<wbr>...</code></td>\n</tr>\n<tr>\n<td>Window</td>\n<td>24 h</td>\n<td>24 h</td>\n<td>24 h</td>\n<td>none</td>\n</tr>\n<tr>\n<td>Text limit</td>\n<td>4,096 characters</td>\n<td>1,000 bytes, then split</td>\n<td>2,000 characters, then split</td>\n<td>4,096 characters</td>\n</tr>\n<tr>\n<td>Files</td>\n<td>by ID or URL</td>\n<td>by URL</td>\n<td>by URL</td>\n<td>by URL</td>\n</tr>\n<tr>\n<td>Buttons and lists</td>\n<td>yes</td>\n<td>yes</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td>Locations, templates</td>\n<td>yes</td>\n<td>no</td>\n<td>no</td>\n<td>no</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Instagram and Messenger split a long text between words, into at most 10 parts. The parts share one message ID. The message has the status\nof its least advanced part. A caption that the channel cannot show is sent as a text after the file.</p>\n<p>Write a phone number as digits with its country code. The API also accepts other formats, such as <code>+90 555 111 22 33</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-buttons-or-a-list",
              "title": "Send buttons or a list",
              "html": "<p>The customer's choice arrives as <code>button.payload</code> in a <code>message.received</code> event.</p>\n<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{\n    &quot;to&quot;: &quot;905551112233&quot;,\n    &quot;type&quot;: &quot;interactive&quot;,\n    &quot;interactive&quot;: {\n      &quot;kind&quot;: &quot;button&quot;,\n      &quot;text&quot;: &quot;Deliver tomorrow?&quot;,\n      &quot;buttons&quot;: [{ &quot;id&quot;: &quot;yes&quot;, &quot;title&quot;: &quot;Yes&quot; }, { &quot;id&quot;: &quot;no&quot;, &quot;title&quot;: &quot;No&quot; }]\n    }\n  }'\n</code></pre>\n<pre tabindex=\"0\"><code>npx wigwag send &quot;Which size?&quot; --to 905551112233 --list Sizes --rows &quot;# Shoes&quot; &quot;s42=42|In stock&quot; &quot;s43=43|Two left&quot;\n</code></pre>\n<p>A message has up to 3 buttons, or up to 10 rows across all sections. A button title has at most 20 characters, and a row title at most 24.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-a-location",
              "title": "Send a location",
              "html": "<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905551112233&quot;, &quot;type&quot;: &quot;location&quot;, &quot;latitude&quot;: 41.0082, &quot;longitude&quot;: 28.9784, &quot;name&quot;: &quot;Our shop&quot;}'\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "quote-a-message",
              "title": "Quote a message",
              "html": "<p>Set <code>reply_<wbr>to</code> to the <code>external_<wbr>id</code> of the message that you quote.</p>\n<p class=\"file\"><code>quote.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst { messages } = await wigwag.conversations.messages('905551112233', { direction: 'in', limit: 1 });\nawait wigwag.messages.send({\n  to: '905551112233',\n  text: 'It is at the depot.',\n  reply_to: messages[0].external_id,\n});\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "send-to-a-list",
              "title": "Send to a list",
              "html": "<p><code>--csv</code> sends to each row of a file. <code>{{column}}</code> inserts a value from the row.</p>\n<pre tabindex=\"0\"><code>printf 'phone,name\\n905551112233,Ada\\n' &gt; people.csv\nnpx wigwag send &quot;Hello {{name}}, we are open again.&quot; --csv people.csv\n</code></pre>\n<p>The command records each row in <code>people.csv.results.csv</code>. After an interruption, run the same command again: it skips the rows that it has\nsent. For marketing to many people, use <a href=\"/developers/docs/campaigns\">Campaigns</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "check-the-window",
              "title": "Check the window",
              "html": "<pre tabindex=\"0\"><code>npx wigwag contacts window 905551112233\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>window_open               yes\nlast_inbound_at           ...\ncloses_at                 ...\ncan_send.session_message  yes\ncan_send.template         yes\n</code></pre>\n<p>The API call is <code>GET /<wbr>contacts/<wbr>{id}/<wbr>window?channel=whatsapp</code>. If you have several connections, the window belongs to the connection that\nthe customer wrote to: send with that <code>connection_<wbr>id</code>. Without <code>connection_<wbr>id</code>, the server uses the oldest active connection of the\nchannel.</p>\n"
            },
            {
              "level": 2,
              "anchor": "try-a-send-without-sending",
              "title": "Try a send without sending",
              "html": "<p>With a test key, the server checks the request, except for the window, and sends nothing to the provider. The status is <code>sent</code>\nimmediately. Your webhook receives simulated <code>sent</code>, <code>delivered</code> and <code>read</code> events with <code>test: true</code>.</p>\n<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_TEST_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905559998877&quot;, &quot;text&quot;: &quot;Hello&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;sent&quot;,&quot;test&quot;:true},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/receiving\">Receiving</a>: get the customer's reply and the status events.</li>\n<li><a href=\"/developers/docs/templates\">Templates</a>: start a conversation on WhatsApp.</li>\n<li><a href=\"/developers/docs/errors\">Errors</a>: what each refusal means.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "receiving",
          "title": "Receiving",
          "description": "Receive messages and status changes as signed webhooks, or read them from an event stream.",
          "sections": [
            {
              "level": 1,
              "anchor": "receiving",
              "title": "Receiving",
              "html": "<p>Receive messages, status changes and template approvals as signed webhooks, or read them from an event stream.</p>\n"
            },
            {
              "level": 2,
              "anchor": "receive-webhooks",
              "title": "Receive webhooks",
              "html": "<p>The SDK verifies the signature, and calls <code>onEvent</code> only for genuine events. Save this as <code>server.mjs</code> and run it in another terminal\nwith <code>npx node server.mjs</code>. <code>WIGWAG_<wbr>WEBHOOK_<wbr>SECRET</code> must hold the signing secret that <code>wigwag dev</code> prints:</p>\n<p class=\"file\"><code>server.mjs</code></p>\n<pre tabindex=\"0\"><code>import { createServer } from 'node:http';\nimport { nodeHandler, StatusTracker } from '@wigwag/sdk/webhooks';\n\nconst statuses = new StatusTracker();\n\nconst handler = nodeHandler({\n  secret: process.env.WIGWAG_WEBHOOK_SECRET,\n  onEvent(event) {\n    if (event.event === 'message.received') {\n      console.log('from', event.data.message.from.id, event.data.message.text);\n    } else if (event.event === 'message.status' &amp;&amp; statuses.apply(event)) {\n      console.log(event.data.message.id, 'is', event.data.message.status);\n    }\n  },\n  onError: console.error,\n});\n\ncreateServer(handler).listen(Number(process.env.PORT ?? 4010), '127.0.0.1');\n</code></pre>\n<p>The operator sets the address. It must be https and reachable from the internet:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin webhook set --account 1 --url https://shop.example.com/webhooks\n</code></pre>\n<p><code>wigwag dev</code> also accepts http on this machine. To set the address in <code>wigwag dev</code>, use the control port:</p>\n<pre tabindex=\"0\"><code>curl -s -X PUT &quot;$WIGWAG_CONTROL_URL/webhook&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;account_id&quot;: &quot;1&quot;, &quot;url&quot;: &quot;http://127.0.0.1:4010&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;signing_secret&quot;:&quot;...&quot;}\n</code></pre>\n<p>Then send a sample event to the address:</p>\n<pre tabindex=\"0\"><code>npx wigwag webhooks test --event message.status\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>delivery_id  whd_...\nevent        message.status\nstatus_code  200\nduration_ms  ...\n</code></pre>\n<p>The API call is <code>POST /<wbr>webhooks/<wbr>test</code> with <code>{&quot;event&quot;: &quot;message.status&quot;}</code>.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Receive webhooks\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Your server</th>\n<th>Use</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>node:http</td>\n<td><code>createServer(nodeHandler(options))</code></td>\n</tr>\n<tr>\n<td>Express</td>\n<td><code>app.post('/<wbr>webhooks', nodeHandler(options))</code>, before <code>express.json()</code></td>\n</tr>\n<tr>\n<td>hapi</td>\n<td><code>server.route(hapiRoute({ path: '/<wbr>webhooks', ...options }))</code></td>\n</tr>\n<tr>\n<td>Fastify</td>\n<td><code>app.register(fastifyPlugin({ path: '/<wbr>webhooks', ...options }))</code></td>\n</tr>\n<tr>\n<td>Hono, Next.js, workers, Bun, Deno</td>\n<td><code>fetchHandler(options)</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A handler returns 200 after <code>onEvent</code>, 400 for a bad signature and 500 if <code>onEvent</code> throws. If the response is not 2xx, the server\ndelivers the event again. Respond within 10 seconds: store the event, and do slow work later.</p>\n"
            },
            {
              "level": 2,
              "anchor": "events",
              "title": "Events",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Events\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Event</th>\n<th>When</th>\n<th><code>data</code></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>message.received</code></td>\n<td>A customer writes</td>\n<td><code>message</code>: <code>id</code>, <code>external_<wbr>id</code>, <code>channel</code>, <code>connection_<wbr>id</code>, <code>from</code>, <code>type</code>, <code>text</code>, <code>media</code>, <code>button</code>, <code>location</code>, <code>reply_<wbr>to</code>, <code>received_<wbr>at</code></td>\n</tr>\n<tr>\n<td><code>message.status</code></td>\n<td>A message becomes <code>sent</code>, <code>delivered</code>, <code>read</code> or <code>failed</code></td>\n<td><code>message</code>: <code>id</code>, <code>external_<wbr>id</code>, <code>channel</code>, <code>to</code>, <code>status</code>, <code>error</code>, <code>occurred_<wbr>at</code></td>\n</tr>\n<tr>\n<td><code>template.status</code></td>\n<td>A template is approved or rejected</td>\n<td><code>template</code>: <code>name</code>, <code>language</code>, <code>category</code>, <code>status</code>, <code>rejection_<wbr>reason</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<pre tabindex=\"0\"><code>{\n  &quot;id&quot;: &quot;whd_17000000000000000009&quot;,\n  &quot;event&quot;: &quot;message.received&quot;,\n  &quot;api_version&quot;: &quot;v1&quot;,\n  &quot;created_at&quot;: &quot;2026-05-04T12:00:00.000000+00:00&quot;,\n  &quot;company_id&quot;: 1,\n  &quot;attempt&quot;: 1,\n  &quot;data&quot;: {\n    &quot;message&quot;: {\n      &quot;id&quot;: &quot;msg_in_17000000000000000002&quot;,\n      &quot;external_id&quot;: &quot;wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhggM0RF&quot;,\n      &quot;channel&quot;: &quot;whatsapp&quot;,\n      &quot;connection_id&quot;: &quot;wa_1&quot;,\n      &quot;from&quot;: { &quot;id&quot;: &quot;905551112233&quot;, &quot;name&quot;: &quot;Ada&quot; },\n      &quot;type&quot;: &quot;text&quot;,\n      &quot;text&quot;: &quot;Where is my order?&quot;,\n      &quot;media&quot;: null,\n      &quot;button&quot;: null,\n      &quot;location&quot;: null,\n      &quot;reply_to&quot;: null,\n      &quot;received_at&quot;: &quot;2026-05-04T12:00:00.000000+00:00&quot;\n    }\n  }\n}\n</code></pre>\n<p><code>type</code> is <code>text</code>, <code>image</code>, <code>video</code>, <code>audio</code>, <code>document</code>, <code>location</code>, <code>button</code>, <code>sticker</code>, <code>reaction</code>, <code>contacts</code> or <code>unsupported</code>. New\nfields and types can be added, so ignore any that you do not know. Status changes of campaign messages raise no events.</p>\n<p>Events arrive at least once and in any order:</p>\n<ul>\n<li><strong>Duplicates</strong>: ignore an <code>id</code> that you have processed. The header <code>X-Service-Delivery-Id</code> repeats it.</li>\n<li><strong>Order</strong>: move a status only forward. <code>StatusTracker</code> does this in memory; <code>movesForward(from, to)</code> is the same rule for your\ndatabase.</li>\n</ul>\n"
            },
            {
              "level": 2,
              "anchor": "customers-with-a-username",
              "title": "Customers with a username",
              "html": "<p>A WhatsApp customer with a username may write without showing a phone number. Then <code>from.id</code> is a business-scoped user ID, such as\n<code>US.13491208655302741918</code>, and <code>from.phone</code> is null. Use <code>from.id</code> unchanged as <code>to</code>, and in every path that takes a phone number. As soon\nas WhatsApp shows the number, the customer's conversations, contacts and opt-outs are joined under the number. The user ID continues to work.</p>\n"
            },
            {
              "level": 2,
              "anchor": "check-the-signature",
              "title": "Check the signature",
              "html": "<p>Each delivery has the header <code>X-Service-Signature: t=&lt;unix_<wbr>seconds&gt;,v1=&lt;hex&gt;</code>. <code>v1</code> is the HMAC-SHA256 of <code>&lt;t&gt;.&lt;raw body&gt;</code>, keyed with\nthe signing secret.</p>\n<ol>\n<li>Read the body as bytes before you parse it.</li>\n<li>Refuse a <code>t</code> that is more than 300 seconds from your clock.</li>\n<li>Compute the HMAC, and compare it in constant time.</li>\n</ol>\n<p class=\"file\"><code>verify.mjs</code></p>\n<pre tabindex=\"0\"><code>import { createHmac, timingSafeEqual } from 'node:crypto';\nimport { generateTestHeader } from '@wigwag/sdk/webhooks';\n\nfunction isGenuine(rawBody, header, secret) {\n  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];\n  if (t === undefined || Math.abs(Date.now() / 1000 - Number(t)) &gt; 300) return false;\n  const expected = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest();\n  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));\n}\n\nconst secret = process.env.WIGWAG_WEBHOOK_SECRET;\nconst body = Buffer.from('{&quot;id&quot;:&quot;whd_1&quot;,&quot;event&quot;:&quot;message.received&quot;}');\nconst header = await generateTestHeader(body, secret);\nconsole.log(isGenuine(body, header, secret), isGenuine(Buffer.from('{}'), header, secret));\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>true false\n</code></pre>\n<p>Each delivery also has the headers of <a href=\"https://www.standardwebhooks.com\">Standard Webhooks</a>, so a library for them can verify it. Give the\nlibrary the signing secret as it is:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Check the signature\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Header</th>\n<th>Content</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>webhook-id</code></td>\n<td>The <code>id</code> of the delivery</td>\n</tr>\n<tr>\n<td><code>webhook-timestamp</code></td>\n<td>Unix seconds</td>\n</tr>\n<tr>\n<td><code>webhook-signature</code></td>\n<td><code>v1,&lt;base64&gt;</code>: the HMAC-SHA256 of <code>&lt;webhook-id&gt;.&lt;webhook-timestamp&gt;.&lt;raw body&gt;</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The two signatures have different keys. For <code>X-Service-Signature</code>, the key is the text of the whole secret. For <code>webhook-signature</code>, it is\nthe bytes that the part after <code>whsec_</code> has in base64.</p>\n<p>The server has complete receivers in Node.js, Python, PHP and Go at <code>/<wbr>developers/<wbr>webhooks</code>.</p>\n<p>If a signature fails, check the raw body offline. The command names the mistake, such as <code>body_<wbr>reserialised</code> or <code>wrong_<wbr>secret</code>:</p>\n<pre tabindex=\"0\"><code>export WIGWAG_SIGNING_SECRET=&quot;$WIGWAG_WEBHOOK_SECRET&quot;\nprintf '{&quot;id&quot;:&quot;whd_1&quot;,&quot;event&quot;:&quot;message.received&quot;}' &gt; body.json\nnpx wigwag webhooks verify body.json --header &quot;$(npx wigwag webhooks sign body.json)&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>✓ ... message.received whd_1\n</code></pre>\n<p>While you change the secret, pass both to the SDK: <code>secret: [newSecret, oldSecret]</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "retries",
              "title": "Retries",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Retries\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>What happens</th>\n<th>Result</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>2xx within 10 s</td>\n<td>Delivered</td>\n</tr>\n<tr>\n<td>Any other response, or none</td>\n<td>5 retries, after 1 min, 5 min, 30 min, 2 h and 12 h</td>\n</tr>\n<tr>\n<td>50 failed attempts in a row</td>\n<td>The address is disabled</td>\n</tr>\n<tr>\n<td>410</td>\n<td>The address is disabled immediately</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Each attempt has a new signature. <code>attempt</code> and the header <code>X-Service-Attempt</code> count from 1. Each worker process sends at most 8 events\nper account at the same time.</p>\n"
            },
            {
              "level": 2,
              "anchor": "replay",
              "title": "Replay",
              "html": "<p>While an address is disabled, pending deliveries wait and new events are recorded as <code>missed</code>. On the server, list the deliveries, enable\nthe address, then replay the missed events:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin deliveries list --account 1 --state failed missed\nnpx wigwag admin webhook enable --account 1\nnpx wigwag admin deliveries replay --account 1 --from 2026-05-04T12:00:00Z --state missed failed\n</code></pre>\n<p>A replay has a new <code>id</code> and <code>attempt</code> 1. <code>replay_<wbr>of</code> holds the original <code>id</code>, and <code>created_<wbr>at</code> stays the same.</p>\n"
            },
            {
              "level": 2,
              "anchor": "read-the-event-stream",
              "title": "Read the event stream",
              "html": "<p>If webhooks cannot reach you, read the account's events as <a href=\"https://html.spec.whatwg.org/multipage/server-sent-events.html\">server-sent\nevents</a>. The key needs the scopes <code>messages:read</code> and\n<code>conversations:read</code>. First, simulate a customer's message:</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -sN --max-time 2 &quot;${WIGWAG_URL%/api/v1}/developers/events&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Last-Event-ID: 0&quot; || true\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>retry: 1000\n...\nevent: ready\ndata: {&quot;missed&quot;:...,&quot;gap&quot;:false,&quot;heartbeat_seconds&quot;:15}\n...\ndata: {&quot;id&quot;:&quot;whd_...&quot;,&quot;event&quot;:&quot;message.received&quot;,...}\n...\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p class=\"file\"><code>events.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nfor await (const event of wigwag.events({ lastEventId: '0', events: ['message.received'] })) {\n  console.log(event.id, event.data.message.from.name);\n  break; // store event.id, and pass it as lastEventId next time\n}\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>whd_... Ada\n</code></pre>\n<p>The loop reconnects after a lost connection and continues after the last event, without gaps or duplicates.</p>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag listen --last-event-id 0\n</code></pre>\n<p><code>listen</code> can also forward each event to a receiver on your machine. It signs with <code>WIGWAG_<wbr>SIGNING_<wbr>SECRET</code>, or with a secret that it\nprints:</p>\n<pre tabindex=\"0\"><code>npx wigwag listen --forward-to http://127.0.0.1:4010\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Part</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>Last-Event-ID: whd_<wbr>...</code></td>\n<td>Continues after this event, whether it arrived by stream or by webhook. <code>0</code> starts at the oldest event</td>\n</tr>\n<tr>\n<td><code>?events=</code>, <code>?channel=</code></td>\n<td>Limit the stream to a comma-separated list of events, and to one channel</td>\n</tr>\n<tr>\n<td><code>ready</code></td>\n<td><code>missed</code> events follow. <code>gap</code> is true if some are gone: the server keeps events for 7 days</td>\n</tr>\n<tr>\n<td><code>:</code></td>\n<td>Heartbeat, every 15 s</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Each server process allows 10 open streams per key.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/media\">Media</a>: fetch the file of a message.</li>\n<li><a href=\"/developers/docs/testing\">Testing</a>: test your receiver with the mock provider.</li>\n<li><a href=\"/developers/docs/reliability\">Reliability</a>: retries and idempotency of your requests.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "templates",
          "title": "Templates",
          "description": "Start a conversation on WhatsApp, or reach a customer whose window is closed.",
          "sections": [
            {
              "level": 1,
              "anchor": "templates",
              "title": "Templates",
              "html": "<p>Send an approved WhatsApp template to start a conversation, or to reach a customer whose window is closed.</p>\n<p>Only WhatsApp has templates. You write them in Meta's WhatsApp Manager, and Meta approves them. The server lists them and fills in\ntheir variables. The examples use the templates of <code>npx wigwag dev</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-a-template",
              "title": "Send a template",
              "html": ""
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages/template&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{\n    &quot;to&quot;: &quot;905551112233&quot;,\n    &quot;name&quot;: &quot;order_update&quot;,\n    &quot;variables&quot;: [&quot;Ada&quot;, &quot;4711&quot;],\n    &quot;buttons&quot;: [{ &quot;index&quot;: 0, &quot;text&quot;: &quot;4711&quot; }]\n  }'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p class=\"file\"><code>send.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst { id } = await wigwag.messages.sendTemplate({\n  to: '905551112233',\n  name: 'order_update',\n  variables: ['Ada', '4711'],\n  buttons: [{ index: 0, text: '4711' }],\n});\nconsole.log(id);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_...\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send template order_update --to 905551112233 --var Ada 4711 --button 0=4711 --wait read\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... read\n</code></pre>\n<p>The result is a message like any other: <a href=\"/developers/docs/sending#follow-a-message\">follow it</a> by its ID. To send one template to a list of people,\nuse <a href=\"/developers/docs/campaigns\">Campaigns</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "see-what-a-template-needs",
              "title": "See what a template needs",
              "html": ""
            },
            {
              "level": 3,
              "anchor": "curl-1",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/templates?status=APPROVED&amp;category=UTILITY&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk-1",
              "title": "SDK",
              "html": "<p class=\"file\"><code>list.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nfor await (const template of wigwag.templates.list({ status: 'APPROVED' })) {\n  console.log(template.name, template.language, template.parameter_format, template.variables.names.join(' '));\n}\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\norder_update en_US POSITIONAL 1 2\n...\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli-1",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag templates list --status APPROVED\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>NAME           LANGUAGE  STATUS    CATEGORY   PARAMETER FORMAT  NAMES       BODY\n...\norder_update   en_US     APPROVED  UTILITY    POSITIONAL        1, 2        Hi {{1}}, your order {{2}} is on its way.\n...\n</code></pre>\n<p><code>preview</code> shows a template as it appears on a phone:</p>\n<pre tabindex=\"0\"><code>npx wigwag templates preview order_update --var Ada 4711\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>╭────────────────────────────────────────────────╮\n│ Hi Ada, your order 4711 is on its way.         │\n├────────────────────────────────────────────────┤\n│                 ↗ Track order                  │\n╰────────────────────────────────────────────────╯\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field of a template</th>\n<th>What to send</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>parameter_<wbr>format: POSITIONAL</code></td>\n<td><code>variables</code> is an array: <code>[&quot;Ada&quot;, &quot;4711&quot;]</code></td>\n</tr>\n<tr>\n<td><code>parameter_<wbr>format: NAMED</code></td>\n<td><code>variables</code> is an object: <code>{&quot;first_<wbr>name&quot;: &quot;Ada&quot;}</code></td>\n</tr>\n<tr>\n<td><code>variables.names</code></td>\n<td>One value for each name</td>\n</tr>\n<tr>\n<td><code>header.format</code> <code>TEXT</code> with <code>header.variable</code></td>\n<td><code>header: {&quot;text&quot;: &quot;4711&quot;}</code></td>\n</tr>\n<tr>\n<td><code>header.format</code> <code>IMAGE</code>, <code>VIDEO</code> or <code>DOCUMENT</code></td>\n<td><code>header: {&quot;media_<wbr>id&quot;: &quot;med_<wbr>...&quot;}</code> or <code>{&quot;url&quot;: &quot;https:/<wbr>/<wbr>...&quot;, &quot;filename&quot;: &quot;...&quot;}</code>; without it, the template's sample file</td>\n</tr>\n<tr>\n<td>a button with <code>dynamic: true</code></td>\n<td><code>buttons: [{&quot;index&quot;: 0, &quot;text&quot;: &quot;4711&quot;}]</code>: the end of its URL</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A value cannot be empty or contain a line break, a tab or five spaces in a row. The server checks all values before it accepts the\nmessage. It refuses a missing value immediately:</p>\n<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages/template&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905551112233&quot;, &quot;name&quot;: &quot;order_update&quot;, &quot;variables&quot;: [&quot;Ada&quot;]}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:false,&quot;error&quot;:{&quot;code&quot;:&quot;TEMPLATE_VARIABLES_MISSING&quot;,&quot;http&quot;:422,...\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "send-named-variables",
              "title": "Send named variables",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send template welcome_named --to 905551112233 --var first_name=Ada\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "choose-a-language",
              "title": "Choose a language",
              "html": "<p>If a name exists in only one language, the server uses that language. Otherwise set <code>language</code>: without it, the server returns\n<code>VALIDATION_<wbr>FAILED</code> and lists the languages in <code>available_<wbr>languages</code>.</p>\n<pre tabindex=\"0\"><code>npx wigwag send template multi_lang --to 905551112233 --language tr\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "send-marketing",
              "title": "Send marketing",
              "html": "<p>The server does not send <code>MARKETING</code> templates to people on the opt-out list: the request returns <code>RECIPIENT_<wbr>OPTED_<wbr>OUT</code>. Customers who\npress an opt-out button, such as &quot;Stop promotions&quot;, are added to that list.</p>\n<p class=\"file\"><code>marketing.mjs</code></p>\n<pre tabindex=\"0\"><code>import { isApiError, Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nawait wigwag.optOuts.add({ phone: '905559998877', source: 'phone call' });\ntry {\n  await wigwag.messages.sendTemplate({ to: '905559998877', name: 'promo_spring' });\n} catch (error) {\n  if (!isApiError(error, 'RECIPIENT_OPTED_OUT')) throw error;\n  console.log(error.problem);\n}\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>The recipient 905559998877 is on the opt-out list.\n</code></pre>\n<p>Other quick-reply buttons can start a <a href=\"/developers/docs/flows\">flow</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-from-a-link",
              "title": "Send from a link",
              "html": "<p>Systems that cannot set headers or bodies can send a template with a GET request.</p>\n<pre tabindex=\"0\"><code>curl -s -G &quot;$WIGWAG_URL/messages/template&quot; \\\n  -d api_key=&quot;$WIGWAG_API_KEY&quot; \\\n  -d to=905551112233 \\\n  -d name=hello_world\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Send from a link\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Parameter</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>to</code> or <code>phone</code></td>\n<td>The recipient</td>\n</tr>\n<tr>\n<td><code>name</code> or <code>template</code></td>\n<td>The template</td>\n</tr>\n<tr>\n<td><code>var1</code>, <code>var2</code>, ...</td>\n<td>Positional values</td>\n</tr>\n<tr>\n<td><code>vars[first_<wbr>name]</code></td>\n<td>Named values</td>\n</tr>\n<tr>\n<td><code>language</code>, <code>connection_<wbr>id</code></td>\n<td>As in the POST request</td>\n</tr>\n<tr>\n<td><code>idempotency_<wbr>key</code></td>\n<td>Protects against duplicates for 24 h. Without it, the same request sends only one message in 60 s</td>\n</tr>\n<tr>\n<td><code>api_<wbr>key</code></td>\n<td>The key, only on this endpoint. <code>/<wbr>messages/<wbr>template/<wbr>&lt;API_<wbr>KEY&gt;</code> also works</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A URL appears in logs and browser histories. Use a key with only the scope <code>messages:send</code> here. A link cannot fill a dynamic button.</p>\n"
            },
            {
              "level": 2,
              "anchor": "watch-the-approval",
              "title": "Watch the approval",
              "html": "<p>A template is <code>PENDING</code>, <code>APPROVED</code> or <code>REJECTED</code>. Only approved templates can be sent. Each change raises a <code>template.status</code>\n<a href=\"/developers/docs/receiving\">event</a>. A template that Meta pauses or disables becomes <code>REJECTED</code>, with the reason in <code>rejection_<wbr>reason</code>.</p>\n<pre tabindex=\"0\"><code>npx wigwag templates list --status REJECTED --jq '.[] | .name + &quot;: &quot; + .rejection_reason'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>rejected_one: PROMOTIONAL\n</code></pre>\n<p>Meta's callbacks report changes to the server. To import all templates again, run this on the server:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin templates sync --account 1 --connection wa_1\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/campaigns\">Campaigns</a>: send a template to a list of people.</li>\n<li><a href=\"/developers/docs/flows\">Flows</a>: respond when a customer presses a quick-reply button.</li>\n<li><a href=\"/developers/docs/errors\">Errors</a>: the codes that begin with <code>TEMPLATE_</code>.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "media",
          "title": "Media",
          "description": "Send images, videos, audio and documents, and fetch the files that customers send.",
          "sections": [
            {
              "level": 1,
              "anchor": "media",
              "title": "Media",
              "html": "<p>Send images, videos, audio and documents, and fetch the files that customers send.</p>\n<p>The examples need an open window, so the customer writes first:</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "upload-a-file-and-send-it",
              "title": "Upload a file and send it",
              "html": "<p>On WhatsApp, upload a file once and send its ID to any number of people. An ID is valid for 30 days, and only for the connection that\nuploaded it.</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>printf 'Invoice 4711: 2 shoes, 99 EUR\\n' &gt; invoice.txt\ncurl -s &quot;$WIGWAG_URL/media&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; -F file=@invoice.txt\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;...&quot;,&quot;kind&quot;:&quot;document&quot;,&quot;mime_type&quot;:&quot;text/plain&quot;,&quot;size&quot;:30,&quot;filename&quot;:&quot;invoice.txt&quot;,&quot;expires_at&quot;:&quot;...&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n<p>Then send a message whose <code>type</code> is the <code>kind</code> of the upload:</p>\n<pre tabindex=\"0\"><code>id=$(npx wigwag media upload invoice.txt --jq .id)\ncurl -s &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d &quot;{\\&quot;to\\&quot;: \\&quot;905551112233\\&quot;, \\&quot;type\\&quot;: \\&quot;document\\&quot;, \\&quot;media\\&quot;: {\\&quot;id\\&quot;: \\&quot;$id\\&quot;}, \\&quot;caption\\&quot;: \\&quot;Your invoice\\&quot;}&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p class=\"file\"><code>upload.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst file = await wigwag.media.upload({ file: { path: './invoice.txt' } });\nconst { id } = await wigwag.messages.send({\n  to: '905551112233',\n  type: file.kind,\n  media: { id: file.id },\n  caption: 'Your invoice',\n});\nconsole.log(file.kind, id);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>document msg_...\n</code></pre>\n<p><code>file</code> can be <code>{ path }</code>, a <code>Blob</code>, a stream or a <code>fetch</code> response. The SDK does not retry a stream. <code>onProgress</code> in the options\nreports <code>{ sent, total }</code>.</p>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;Your invoice&quot; --document invoice.txt --to 905551112233\n</code></pre>\n<p><code>--image</code>, <code>--video</code>, <code>--audio</code> and <code>--document</code> take a file, a URL or the ID of an upload. The text is the caption.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-a-file-by-url",
              "title": "Send a file by URL",
              "html": "<p>Every channel accepts a URL. Instagram, Messenger and web chat accept nothing else. The file must be public: https, without\nauthentication. <code>wigwag dev</code> also accepts http on this machine. Save this file server as <code>files.mjs</code>, and stop other programs on port\n4010, such as the receiver of <a href=\"/developers/docs/receiving\">Receiving</a>. Then run <code>npx node files.mjs</code> in another terminal:</p>\n<p class=\"file\"><code>files.mjs</code></p>\n<pre tabindex=\"0\"><code>import { createServer } from 'node:http';\n\nconst png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';\n\ncreateServer((_request, response) =&gt; {\n  response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(png, 'base64'));\n}).listen(Number(process.env.PORT ?? 4010), '127.0.0.1');\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "curl-1",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905551112233&quot;, &quot;type&quot;: &quot;image&quot;, &quot;media&quot;: {&quot;url&quot;: &quot;http://127.0.0.1:4010/shoe.png&quot;}}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk-1",
              "title": "SDK",
              "html": "<p class=\"file\"><code>url.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nawait wigwag.messages.send({\n  to: '905551112233',\n  type: 'image',\n  media: { url: 'http://127.0.0.1:4010/shoe.png' },\n  caption: 'Size 42',\n});\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli-1",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;Size 42&quot; --image http://127.0.0.1:4010/shoe.png --to 905551112233\n</code></pre>\n<p>Before it accepts the message, the server requests the URL with HEAD, or the first byte with GET. The URL must respond within 5 seconds,\nwith at most 3 redirects. The server reuses the result for one minute. The provider fetches the file itself, so keep the URL\navailable until the message is sent.</p>\n"
            },
            {
              "level": 2,
              "anchor": "fetch-a-customers-file",
              "title": "Fetch a customer's file",
              "html": "<p>A <code>message.received</code> <a href=\"/developers/docs/receiving\">event</a> with a file has <code>media.url</code> and <code>media.mime_<wbr>type</code>. Fetch the URL; no key is needed. Here,\na customer sends an image:</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received --override type=image media.mime_type=image/png \\\n  media.url=http://127.0.0.1:4010/shoe.png\nurl=$(npx wigwag conversations history 905551112233 --direction in --limit 1 --jq '.[0].media.url')\ncurl -s -o photo.png -w '%{http_code} %{content_type}\\n' &quot;$url&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\n200 image/png\n</code></pre>\n<p>The link works for 7 days. After that, or when the provider no longer has the file, it returns 410 <code>MEDIA_<wbr>GONE</code>. The conversation\nhistory returns a new link each time. The server does not store the file: download it when the event arrives.</p>\n<p>Anyone with the link can fetch the file for these 7 days, so do not log it.</p>\n"
            },
            {
              "level": 2,
              "anchor": "limits",
              "title": "Limits",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Limits\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Kind</th>\n<th>Types</th>\n<th>Size</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>image</code></td>\n<td>jpeg, png</td>\n<td>5 MB</td>\n</tr>\n<tr>\n<td><code>audio</code></td>\n<td>aac, m4a, mp3, ogg, amr</td>\n<td>16 MB</td>\n</tr>\n<tr>\n<td><code>video</code></td>\n<td>mp4, 3gp</td>\n<td>16 MB</td>\n</tr>\n<tr>\n<td><code>document</code></td>\n<td>pdf, doc, docx, xls, xlsx, ppt, pptx, txt</td>\n<td>100 MB</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>1 MB is 1,048,576 bytes. The server reads the type from the file's bytes, not from its name. A caption has at most 1,024 characters, and a\nfile name at most 240.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Limits, table 2\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Channel</th>\n<th>Files</th>\n<th>Captions</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>WhatsApp</td>\n<td>ID or URL</td>\n<td>On images, videos and documents. The caption of an audio file is sent as a text after it</td>\n</tr>\n<tr>\n<td>Instagram, Messenger</td>\n<td>URL</td>\n<td>Sent as a text after the file</td>\n</tr>\n<tr>\n<td>Web chat</td>\n<td>URL</td>\n<td>On every file</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "errors",
              "title": "Errors",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Errors\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>MEDIA_<wbr>REQUIRED</code></td>\n<td>422</td>\n<td>Add <code>media.id</code> or <code>media.url</code></td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>URL_<wbr>INVALID</code></td>\n<td>422</td>\n<td>Use a public https URL, or upload the file</td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>TYPE_<wbr>UNSUPPORTED</code></td>\n<td>415</td>\n<td>Convert the file to a type in the table above</td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>TOO_<wbr>LARGE</code></td>\n<td>413</td>\n<td>Send a smaller file</td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>UPLOAD_<wbr>FAILED</code></td>\n<td>502</td>\n<td>Check the file, then try again after 30 s, 2 min and 5 min</td>\n</tr>\n<tr>\n<td><code>CHANNEL_<wbr>FEATURE_<wbr>UNSUPPORTED</code></td>\n<td>422</td>\n<td>Send a URL: only WhatsApp takes IDs</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>With a test key, the server checks an upload but does not pass it to the provider. Only test keys can use the returned ID.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/sending\">Sending</a>: all message types.</li>\n<li><a href=\"/developers/docs/receiving\">Receiving</a>: events with files.</li>\n<li><a href=\"/developers/docs/errors\">Errors</a>: all codes.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "errors",
          "title": "Errors",
          "description": "Read an error, decide whether to retry, and look up each code.",
          "sections": [
            {
              "level": 1,
              "anchor": "errors",
              "title": "Errors",
              "html": "<p>Read an error, decide whether to retry, and look up each code.</p>\n"
            },
            {
              "level": 2,
              "anchor": "read-an-error",
              "title": "Read an error",
              "html": "<p>Every error has the same form. Here, the recipient has never written:</p>\n<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/messages&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{&quot;to&quot;: &quot;905559998877&quot;, &quot;text&quot;: &quot;Hello&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:false,&quot;error&quot;:{&quot;code&quot;:&quot;WINDOW_NEVER_OPENED&quot;,&quot;http&quot;:409,&quot;message&quot;:&quot;...&quot;,&quot;reason&quot;:&quot;...&quot;,&quot;fix&quot;:&quot;...&quot;,&quot;param&quot;:&quot;to&quot;,&quot;docs&quot;:&quot;.../developers/errors/WINDOW_NEVER_OPENED&quot;,&quot;request_id&quot;:&quot;req_...&quot;}}\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Read an error\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>code</code></td>\n<td>A stable name. Base your decisions on it. For a code that you do not know, use the HTTP status</td>\n</tr>\n<tr>\n<td><code>http</code></td>\n<td>The HTTP status</td>\n</tr>\n<tr>\n<td><code>message</code></td>\n<td>What happened, with the values of this request</td>\n</tr>\n<tr>\n<td><code>reason</code>, <code>fix</code></td>\n<td>Why, and what to do</td>\n</tr>\n<tr>\n<td><code>param</code></td>\n<td>The parameter that is wrong, if there is one</td>\n</tr>\n<tr>\n<td><code>docs</code></td>\n<td>The page about this code on your server</td>\n</tr>\n<tr>\n<td><code>request_<wbr>id</code></td>\n<td>Identifies the request in logs. The header <code>X-Request-Id</code> repeats it</td>\n</tr>\n<tr>\n<td><code>errors</code></td>\n<td>With <code>VALIDATION_<wbr>FAILED</code>: one <code>{field, message}</code> for each wrong field</td>\n</tr>\n<tr>\n<td><code>provider_<wbr>error</code></td>\n<td>With <code>PROVIDER_<wbr>REJECTED</code>: the provider's <code>code</code> and <code>message</code></td>\n</tr>\n<tr>\n<td><code>available_<wbr>languages</code></td>\n<td>The languages to choose from, if a template name exists in several</td>\n</tr>\n<tr>\n<td><code>allowed_<wbr>methods</code></td>\n<td>With <code>METHOD_<wbr>NOT_<wbr>ALLOWED</code>: the methods that the path supports</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A message can also fail after the server has accepted it with 202. Its status is then <code>failed</code>: see\n<a href=\"/developers/docs/sending#follow-a-message\">Follow a message</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "handle-errors",
              "title": "Handle errors",
              "html": ""
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p>Each family of codes has a class. All classes extend <code>ApiError</code>.</p>\n<p class=\"file\"><code>handle.mjs</code></p>\n<pre tabindex=\"0\"><code>import { ApiError, InvalidRequestError, Wigwag, WindowError } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\nconst to = '905559998877';\n\ntry {\n  await wigwag.messages.send({ to, text: 'Hello' });\n} catch (error) {\n  if (error instanceof WindowError) {\n    await wigwag.messages.sendTemplate({ to, name: 'hello_world' });\n    console.log('sent a template instead');\n  } else if (error instanceof InvalidRequestError) {\n    console.error(error.errors, error.fix);\n  } else if (error instanceof ApiError) {\n    console.error(error.code, error.requestId);\n  } else {\n    throw error; // ConnectionError: the server could not be reached\n  }\n}\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>sent a template instead\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"SDK\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Class</th>\n<th>Codes</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>WindowError</code>, <code>RecipientError</code>, <code>TemplateError</code>, <code>MediaError</code></td>\n<td>Codes that begin with <code>WINDOW_</code>, <code>RECIPIENT_</code>, <code>TEMPLATE_</code>, <code>MEDIA_</code></td>\n</tr>\n<tr>\n<td><code>AuthenticationError</code></td>\n<td>Other codes with 401</td>\n</tr>\n<tr>\n<td><code>PermissionError</code></td>\n<td>Other codes with 402 and 403</td>\n</tr>\n<tr>\n<td><code>NotFoundError</code></td>\n<td>Other codes with 404</td>\n</tr>\n<tr>\n<td><code>ConflictError</code></td>\n<td>Other codes with 409</td>\n</tr>\n<tr>\n<td><code>RateLimitError</code></td>\n<td>429; <code>retryAfter</code> is in seconds</td>\n</tr>\n<tr>\n<td><code>ProviderError</code></td>\n<td>Other codes with 502 and 503</td>\n</tr>\n<tr>\n<td><code>InvalidRequestError</code>, <code>ServerError</code></td>\n<td>Any other 4xx; any other 5xx</td>\n</tr>\n<tr>\n<td><code>ConnectionError</code></td>\n<td>The API did not respond; <code>TimeoutError</code> and <code>UnexpectedAnswerError</code> extend it</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>isApiError(error, 'WINDOW_<wbr>CLOSED')</code> tests for a code.</p>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<p>The command prints the code, the fix and the address of the page to stderr. The exit code shows the kind of error.</p>\n<pre tabindex=\"0\"><code>npx wigwag send &quot;Hello&quot; --to 905551110000 || echo &quot;exit code $?&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>wigwag: WINDOW_NEVER_OPENED: ...\n...\nexit code 5\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Exit code</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td>The command failed, or the awaited status was not reached</td>\n</tr>\n<tr>\n<td>2</td>\n<td>Wrong usage, or a problem on this machine</td>\n</tr>\n<tr>\n<td>3</td>\n<td>The key is missing, unknown or not allowed</td>\n</tr>\n<tr>\n<td>4</td>\n<td>Not found</td>\n</tr>\n<tr>\n<td>5</td>\n<td>Refused by a rule</td>\n</tr>\n<tr>\n<td>6</td>\n<td>Over the rate limit</td>\n</tr>\n<tr>\n<td>7</td>\n<td>The server or the provider is unavailable</td>\n</tr>\n<tr>\n<td>130</td>\n<td>Interrupted</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "decide-whether-to-retry",
              "title": "Decide whether to retry",
              "html": "<p>Retry by code, not by status: all 409 codes and <code>PROVIDER_<wbr>REJECTED</code> are final. The column <strong>Retry</strong> below says how:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Decide whether to retry\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>no</td>\n<td>Change the request or the account first</td>\n</tr>\n<tr>\n<td>after</td>\n<td>Wait for the number of seconds in <code>Retry-After</code></td>\n</tr>\n<tr>\n<td>backoff</td>\n<td>Retry after 30 s, 2 min and 5 min</td>\n</tr>\n<tr>\n<td>same key</td>\n<td>As backoff, and repeat a send with the same <code>Idempotency-Key</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The SDK does this automatically; see <a href=\"/developers/docs/reliability\">Reliability</a>. <code>GET /<wbr>developers/<wbr>openapi.json</code> has the same table as <code>x-retry</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "key-and-account",
              "title": "Key and account",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Key and account\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>MISSING_<wbr>API_<wbr>KEY</code></td>\n<td>401</td>\n<td>no</td>\n<td>Send <code>Authorization: Bearer &lt;API_<wbr>KEY&gt;</code></td>\n</tr>\n<tr>\n<td><code>INVALID_<wbr>API_<wbr>KEY</code></td>\n<td>401</td>\n<td>no</td>\n<td>Check that you copied the whole key</td>\n</tr>\n<tr>\n<td><code>API_<wbr>KEY_<wbr>REVOKED</code></td>\n<td>401</td>\n<td>no</td>\n<td>Use another key</td>\n</tr>\n<tr>\n<td><code>IP_<wbr>NOT_<wbr>ALLOWED</code></td>\n<td>403</td>\n<td>no</td>\n<td>Call from an allowed address, or add this one to the key</td>\n</tr>\n<tr>\n<td><code>SCOPE_<wbr>DENIED</code></td>\n<td>403</td>\n<td>no</td>\n<td>Use a key with the scope in <code>message</code></td>\n</tr>\n<tr>\n<td><code>MODULE_<wbr>DISABLED</code></td>\n<td>403</td>\n<td>no</td>\n<td>Ask the operator to enable the API module</td>\n</tr>\n<tr>\n<td><code>FLOW_<wbr>MODULE_<wbr>DISABLED</code></td>\n<td>403</td>\n<td>no</td>\n<td>Ask the operator to enable the flow module</td>\n</tr>\n<tr>\n<td><code>WEBHOOK_<wbr>MODULE_<wbr>DISABLED</code></td>\n<td>403</td>\n<td>no</td>\n<td>Ask the operator to enable the webhook module</td>\n</tr>\n<tr>\n<td><code>ACCOUNT_<wbr>INACTIVE</code></td>\n<td>403</td>\n<td>no</td>\n<td>Ask the operator to activate the account</td>\n</tr>\n<tr>\n<td><code>LICENSE_<wbr>EXPIRED</code></td>\n<td>402</td>\n<td>no</td>\n<td>Ask the operator to renew the license</td>\n</tr>\n<tr>\n<td><code>RATE_<wbr>LIMITED</code></td>\n<td>429</td>\n<td>after</td>\n<td>Send more slowly</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "request",
              "title": "Request",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Request\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>INVALID_<wbr>JSON</code></td>\n<td>400</td>\n<td>no</td>\n<td>Send valid JSON with <code>Content-Type: application/<wbr>json</code></td>\n</tr>\n<tr>\n<td><code>VALIDATION_<wbr>FAILED</code></td>\n<td>422</td>\n<td>no</td>\n<td>Correct the fields in <code>errors</code></td>\n</tr>\n<tr>\n<td><code>PAYLOAD_<wbr>TOO_<wbr>LARGE</code></td>\n<td>413</td>\n<td>no</td>\n<td>Keep JSON below 256 KiB; upload files with <code>POST /<wbr>media</code></td>\n</tr>\n<tr>\n<td><code>IDEMPOTENCY_<wbr>CONFLICT</code></td>\n<td>409</td>\n<td>no</td>\n<td>Repeat the first request unchanged, or choose a new key</td>\n</tr>\n<tr>\n<td><code>NOT_<wbr>FOUND</code></td>\n<td>404</td>\n<td>no</td>\n<td>Check the path and the prefix <code>/<wbr>api/<wbr>v1</code></td>\n</tr>\n<tr>\n<td><code>METHOD_<wbr>NOT_<wbr>ALLOWED</code></td>\n<td>405</td>\n<td>no</td>\n<td>Use a method in <code>allowed_<wbr>methods</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "channel-and-recipient",
              "title": "Channel and recipient",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Channel and recipient\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>CHANNEL_<wbr>UNSUPPORTED</code></td>\n<td>422</td>\n<td>no</td>\n<td>Use <code>whatsapp</code>, <code>instagram</code>, <code>messenger</code> or <code>web</code></td>\n</tr>\n<tr>\n<td><code>CHANNEL_<wbr>NOT_<wbr>CONNECTED</code></td>\n<td>409</td>\n<td>no</td>\n<td>Add a connection on this channel</td>\n</tr>\n<tr>\n<td><code>CONNECTION_<wbr>NOT_<wbr>FOUND</code></td>\n<td>404</td>\n<td>no</td>\n<td>Use an ID from <code>GET /<wbr>channels</code>, or omit <code>connection_<wbr>id</code></td>\n</tr>\n<tr>\n<td><code>CHANNEL_<wbr>FEATURE_<wbr>UNSUPPORTED</code></td>\n<td>422</td>\n<td>no</td>\n<td>Choose a <a href=\"/developers/docs/sending#send-to-another-channel\">type that the channel supports</a></td>\n</tr>\n<tr>\n<td><code>RECIPIENT_<wbr>INVALID</code></td>\n<td>422</td>\n<td>no</td>\n<td>Correct <code>to</code> for this channel</td>\n</tr>\n<tr>\n<td><code>RECIPIENT_<wbr>BLOCKED</code></td>\n<td>403</td>\n<td>no</td>\n<td>Unblock the person first</td>\n</tr>\n<tr>\n<td><code>RECIPIENT_<wbr>OPTED_<wbr>OUT</code></td>\n<td>403</td>\n<td>no</td>\n<td>Do not send marketing to this person</td>\n</tr>\n<tr>\n<td><code>WINDOW_<wbr>CLOSED</code></td>\n<td>409</td>\n<td>no</td>\n<td>Send a template on WhatsApp, or wait for the customer</td>\n</tr>\n<tr>\n<td><code>WINDOW_<wbr>NEVER_<wbr>OPENED</code></td>\n<td>409</td>\n<td>no</td>\n<td>The same</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "templates",
              "title": "Templates",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Templates\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>TEMPLATE_<wbr>NOT_<wbr>FOUND</code></td>\n<td>404</td>\n<td>no</td>\n<td>Check name and language with <code>GET /<wbr>templates</code></td>\n</tr>\n<tr>\n<td><code>TEMPLATE_<wbr>NOT_<wbr>APPROVED</code></td>\n<td>422</td>\n<td>no</td>\n<td>Wait if the template is pending. If it is rejected, correct it or choose another template</td>\n</tr>\n<tr>\n<td><code>TEMPLATE_<wbr>VARIABLES_<wbr>MISSING</code></td>\n<td>422</td>\n<td>no</td>\n<td>Send a value for each variable</td>\n</tr>\n<tr>\n<td><code>TEMPLATE_<wbr>VARIABLES_<wbr>FORMAT</code></td>\n<td>422</td>\n<td>no</td>\n<td>Send an array for <code>POSITIONAL</code>, an object for <code>NAMED</code></td>\n</tr>\n<tr>\n<td><code>TEMPLATE_<wbr>HEADER_<wbr>MISSING</code></td>\n<td>422</td>\n<td>no</td>\n<td>Send <code>header</code></td>\n</tr>\n<tr>\n<td><code>TEMPLATE_<wbr>BUTTON_<wbr>PARAM_<wbr>MISSING</code></td>\n<td>422</td>\n<td>no</td>\n<td>Send <code>buttons</code> with <code>{index, text}</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "media",
              "title": "Media",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Media\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>MEDIA_<wbr>REQUIRED</code></td>\n<td>422</td>\n<td>no</td>\n<td>Send <code>media.id</code> or <code>media.url</code></td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>TOO_<wbr>LARGE</code></td>\n<td>413</td>\n<td>no</td>\n<td>Send a <a href=\"/developers/docs/media#limits\">smaller file</a></td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>TYPE_<wbr>UNSUPPORTED</code></td>\n<td>415</td>\n<td>no</td>\n<td>Convert the file</td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>URL_<wbr>INVALID</code></td>\n<td>422</td>\n<td>no</td>\n<td>Use a public https URL, or upload the file</td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>UPLOAD_<wbr>FAILED</code></td>\n<td>502</td>\n<td>backoff</td>\n<td>Check the file</td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>GONE</code></td>\n<td>410</td>\n<td>no</td>\n<td>Read the history for a new link; the provider may have deleted the file</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "messages-contacts-and-flows",
              "title": "Messages, contacts and flows",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Messages, contacts and flows\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>MESSAGE_<wbr>NOT_<wbr>FOUND</code></td>\n<td>404</td>\n<td>no</td>\n<td>Check the ID; messages are kept for 90 days</td>\n</tr>\n<tr>\n<td><code>CONTACT_<wbr>NOT_<wbr>FOUND</code></td>\n<td>404</td>\n<td>no</td>\n<td>Create the contact with <code>POST /<wbr>contacts</code></td>\n</tr>\n<tr>\n<td><code>CONVERSATION_<wbr>NOT_<wbr>FOUND</code></td>\n<td>404</td>\n<td>no</td>\n<td>Check the phone number or ID</td>\n</tr>\n<tr>\n<td><code>FLOW_<wbr>NOT_<wbr>FOUND</code></td>\n<td>404</td>\n<td>no</td>\n<td>Check the ID with <code>GET /<wbr>flows</code></td>\n</tr>\n<tr>\n<td><code>FLOW_<wbr>INVALID</code></td>\n<td>422</td>\n<td>no</td>\n<td>Correct the problem that <code>message</code> describes</td>\n</tr>\n<tr>\n<td><code>FLOW_<wbr>HAS_<wbr>RUNS</code></td>\n<td>422</td>\n<td>no</td>\n<td>Delete with <code>force=true</code></td>\n</tr>\n<tr>\n<td><code>FLOW_<wbr>NOT_<wbr>TESTABLE</code></td>\n<td>422</td>\n<td>no</td>\n<td>Add a step, or have the recipient write first</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "webhooks-provider-and-server",
              "title": "Webhooks, provider and server",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Webhooks, provider and server\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Retry</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>WEBHOOK_<wbr>NOT_<wbr>CONFIGURED</code></td>\n<td>409</td>\n<td>no</td>\n<td>Set or enable the address</td>\n</tr>\n<tr>\n<td><code>WEBHOOK_<wbr>URL_<wbr>INVALID</code></td>\n<td>422</td>\n<td>no</td>\n<td>Set a public https address</td>\n</tr>\n<tr>\n<td><code>WEBHOOK_<wbr>UNREACHABLE</code></td>\n<td>502</td>\n<td>no</td>\n<td>Return 2xx within 10 seconds</td>\n</tr>\n<tr>\n<td><code>PROVIDER_<wbr>REJECTED</code></td>\n<td>502</td>\n<td>no</td>\n<td>Read <code>provider_<wbr>error</code></td>\n</tr>\n<tr>\n<td><code>PROVIDER_<wbr>UNAVAILABLE</code></td>\n<td>503</td>\n<td>same key</td>\n<td>Wait; messages that were accepted are retried automatically</td>\n</tr>\n<tr>\n<td><code>INTERNAL_<wbr>ERROR</code></td>\n<td>500</td>\n<td>same key</td>\n<td>If it persists, report the <code>request_<wbr>id</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/reliability\">Reliability</a>: retries without duplicates.</li>\n<li><a href=\"/developers/docs/sending\">Sending</a>: why an accepted message can fail.</li>\n<li><a href=\"/developers/docs/authentication\">Authentication</a>: keys and scopes.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "reliability",
          "title": "Reliability",
          "description": "Retry without sending twice, stay within the rate limit, and read long lists page by page.",
          "sections": [
            {
              "level": 1,
              "anchor": "reliability",
              "title": "Reliability",
              "html": "<p>Retry without sending twice, stay within the rate limit, and read long lists page by page.</p>\n"
            },
            {
              "level": 2,
              "anchor": "retry-a-send-safely",
              "title": "Retry a send safely",
              "html": "<p>Give each send a separate idempotency key. If you repeat the request within 24 hours, the server returns the first response and sends\nnothing. The first line simulates a customer's message, which opens the window:</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>npx wigwag trigger message.received &gt; /dev/null\nfor attempt in 1 2; do\n  curl -s -i &quot;$WIGWAG_URL/messages&quot; \\\n    -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n    -H &quot;Content-Type: application/json&quot; \\\n    -H &quot;Idempotency-Key: order-4711-shipped&quot; \\\n    -d '{&quot;to&quot;: &quot;905551112233&quot;, &quot;text&quot;: &quot;Your order is on its way.&quot;}' | grep -i -E '^HTTP|replayed'\ndone\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>HTTP/1.1 202 Accepted...\nHTTP/1.1 202 Accepted...\nidempotent-replayed: true...\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p>Each call to <code>send</code> and <code>sendTemplate</code> has a random key, the same for all its retries. Set <code>idempotencyKey</code> yourself to also\ncover a restart of your program:</p>\n<p class=\"file\"><code>send.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst send = () =&gt;\n  wigwag.messages.send(\n    { to: '905551112233', text: 'Your invoice is ready.' },\n    { idempotencyKey: 'invoice-4711', signal: AbortSignal.timeout(30_000) },\n  );\nconst first = await send();\nconst second = await send();\nconsole.log(first.id === second.id);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>true\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;See you tomorrow.&quot; --to 905551112233 --idempotency-key visit-4711\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... queued\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Rule</th>\n<th>Value</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Scope of a key</td>\n<td>API key, method and path</td>\n</tr>\n<tr>\n<td>Length</td>\n<td>At most 255 characters</td>\n</tr>\n<tr>\n<td>Lifetime</td>\n<td>24 hours</td>\n</tr>\n<tr>\n<td>Same key, other body</td>\n<td>409 <code>IDEMPOTENCY_<wbr>CONFLICT</code></td>\n</tr>\n<tr>\n<td>Two requests at the same time</td>\n<td>One message; the second request waits for the first</td>\n</tr>\n<tr>\n<td>First request refused</td>\n<td>Nothing is stored: correct the request and use the same key</td>\n</tr>\n<tr>\n<td>Replay</td>\n<td>The same status, body and <code>X-Request-Id</code>, plus <code>Idempotent-Replayed: true</code></td>\n</tr>\n<tr>\n<td><code>GET /<wbr>messages/<wbr>template</code></td>\n<td><code>idempotency_<wbr>key</code> works for 24 hours; without it, the same link sends only one message in 60 seconds</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "decide-what-to-retry",
              "title": "Decide what to retry",
              "html": "<p>Retry by error code. <a href=\"/developers/docs/errors\">Errors</a> has the rule for each code.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Decide what to retry\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>What happened</th>\n<th>Retry</th>\n<th>Wait</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>RATE_<wbr>LIMITED</code></td>\n<td>Yes</td>\n<td><code>Retry-After</code></td>\n</tr>\n<tr>\n<td><code>PROVIDER_<wbr>UNAVAILABLE</code>, <code>INTERNAL_<wbr>ERROR</code></td>\n<td>With the same key</td>\n<td>30 s, 2 min, 5 min, or <code>Retry-After</code></td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>UPLOAD_<wbr>FAILED</code></td>\n<td>Yes</td>\n<td>30 s, 2 min, 5 min</td>\n</tr>\n<tr>\n<td>No response</td>\n<td>With the same key</td>\n<td>0.5 s, 1 s, 2 s, ...</td>\n</tr>\n<tr>\n<td>Any other code</td>\n<td>No</td>\n<td></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The SDK makes these retries automatically, twice by default. Each wait is extended at random by up to 25%. If the server requests a wait of\nmore than five minutes, the call fails immediately. Limit the whole call with <code>signal</code>, or set <code>maxRetries: 0</code>.\nThe CLI retries with <code>--retries 3</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "after-a-send-is-accepted",
              "title": "After a send is accepted",
              "html": "<p>A 202 response means that the message is on disk. From then on, the server handles problems:</p>\n<ul>\n<li><strong>The provider is down</strong>: the worker retries after 30 s, 2 min and 5 min. Then the message is <code>failed</code>.</li>\n<li><strong>The provider limits the rate</strong>: the worker retries after 1, 4, 16, 64, 256 and 1,024 seconds.</li>\n<li><strong>The provider's response is lost</strong>: the worker does not send again. It waits 15 minutes for a callback that proves the send. Without\none, the message is <code>failed</code> with the code <code>unconfirmed</code>.</li>\n<li><strong>The provider stays down</strong>: after 5 failed attempts in a row, new sends on that connection return 503 <code>PROVIDER_<wbr>UNAVAILABLE</code> for 30\nseconds.</li>\n</ul>\n<p>Do not repeat an <code>unconfirmed</code> message automatically: it may have arrived.</p>\n"
            },
            {
              "level": 2,
              "anchor": "stay-within-the-rate-limit",
              "title": "Stay within the rate limit",
              "html": "<p>Every response has the state of the limit:</p>\n<pre tabindex=\"0\"><code>curl -s -i &quot;$WIGWAG_URL/me&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; | grep -i x-ratelimit\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>x-ratelimit-limit: 1800...\nx-ratelimit-remaining: ...\nx-ratelimit-burst: 60...\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Stay within the rate limit\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Header</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>X-RateLimit-Limit</code></td>\n<td>Requests per minute for this key; 1,800 by default</td>\n</tr>\n<tr>\n<td><code>X-RateLimit-Remaining</code></td>\n<td>Requests left; the count covers the last 60 seconds</td>\n</tr>\n<tr>\n<td><code>X-RateLimit-Burst</code></td>\n<td>Requests per second: twice the average of the limit, at least 10</td>\n</tr>\n<tr>\n<td><code>Retry-After</code></td>\n<td>With 429 <code>RATE_<wbr>LIMITED</code>: seconds to wait</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>In the SDK, <code>withResponse()</code> returns the same values:</p>\n<p class=\"file\"><code>rate.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst { rateLimit, requestId } = await wigwag.account.me().withResponse();\nconsole.log(rateLimit, requestId);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{ limit: 1800, remaining: ..., burst: 60 } req_...\n</code></pre>\n<p>An overloaded server also returns 429 <code>RATE_<wbr>LIMITED</code>, with <code>Retry-After: 1</code>, and stores nothing. Sends to the provider have a separate\nlimit: 80 messages per second on a WhatsApp number, and 300 on a page or Instagram account. The server queues the rest.</p>\n<p>To learn about status changes, use <a href=\"/developers/docs/receiving\">events</a> instead of polling. Webhooks do not count against the rate limit. A stream\ncounts as one request.</p>\n"
            },
            {
              "level": 2,
              "anchor": "read-long-lists",
              "title": "Read long lists",
              "html": "<p>Lists return one page. Pass <code>next_<wbr>cursor</code> as <code>cursor</code> until <code>has_<wbr>more</code> is false.</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl-1",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>npx wigwag contacts create 905551110001 --name Ada &gt; /dev/null\nnpx wigwag contacts create 905551110002 --name Grace &gt; /dev/null\npage=$(curl -s &quot;$WIGWAG_URL/contacts?limit=1&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;)\ncursor=$(node -p 'JSON.parse(process.argv[1]).data.pagination.next_cursor' &quot;$page&quot;)\ncurl -s -G &quot;$WIGWAG_URL/contacts&quot; -d limit=1 -d cursor=&quot;$cursor&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;contacts&quot;:[...],&quot;pagination&quot;:{&quot;limit&quot;:1,&quot;count&quot;:1,&quot;has_more&quot;:true,&quot;next_cursor&quot;:&quot;...&quot;}},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk-1",
              "title": "SDK",
              "html": "<p class=\"file\"><code>lists.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nfor await (const contact of wigwag.contacts.list({ limit: 100 })) {\n  console.log(contact.phone, contact.name);\n}\nconst newest = await wigwag.conversations.messages('905551112233').toArray({ limit: 500 });\nconsole.log(newest.length &gt; 0);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>905551110002 Grace\n905551110001 Ada\n...\ntrue\n</code></pre>\n<p><code>await wigwag.contacts.list()</code> returns the first page, and <code>.pages()</code> iterates over pages.</p>\n"
            },
            {
              "level": 3,
              "anchor": "cli-1",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag contacts list --all --output csv &gt; contacts.csv\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>List</th>\n<th>Page size</th>\n<th>Next page</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Contacts, conversations, opt-outs, blocked numbers, flows, runs, labels, agents</td>\n<td>25 by default, at most 100</td>\n<td><code>cursor</code></td>\n</tr>\n<tr>\n<td>Messages of a conversation</td>\n<td>50 by default, at most 100</td>\n<td><code>before</code>, from <code>pagination.before</code></td>\n</tr>\n<tr>\n<td>Templates</td>\n<td>All, or <code>limit</code></td>\n<td><code>cursor</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>order=asc</code> starts with the oldest record. Records that are added while you read do not cause duplicates. A cursor\nworks only with the same list and the same order.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/errors\">Errors</a>: each code and its retry rule.</li>\n<li><a href=\"/developers/docs/receiving\">Receiving</a>: retries of webhooks.</li>\n<li><a href=\"/developers/docs/architecture\">Architecture</a>: how one message moves through the server.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "flows",
          "title": "Flows",
          "description": "Send a sequence of messages to each customer who presses a button of a template.",
          "sections": [
            {
              "level": 1,
              "anchor": "flows",
              "title": "Flows",
              "html": "<p>Send a sequence of messages to each customer who presses a quick-reply button of a template.</p>\n<p>A press opens the 24-hour window, so the steps of a flow need no approval by Meta. Flows work on WhatsApp. The account needs the\n<code>flows</code> module, and the key needs the scopes <code>flows:read</code> and <code>flows:write</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "create-a-flow",
              "title": "Create a flow",
              "html": "<p>This flow responds to the button <code>Tell me more</code> of the template <code>promo_<wbr>spring</code>. It sends the first message immediately and the second\n30 minutes after the press.</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/flows&quot; \\\n  -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot; \\\n  -H &quot;Content-Type: application/json&quot; \\\n  -d '{\n    &quot;name&quot;: &quot;Spring follow-up&quot;,\n    &quot;template&quot;: &quot;promo_spring&quot;,\n    &quot;button&quot;: &quot;Tell me more&quot;,\n    &quot;is_active&quot;: true,\n    &quot;steps&quot;: [\n      { &quot;delay&quot;: &quot;0&quot;, &quot;text&quot;: &quot;Hi {{name}}, shall we keep a pair for you?&quot;,\n        &quot;buttons&quot;: [{ &quot;type&quot;: &quot;reply&quot;, &quot;text&quot;: &quot;Yes, please&quot; }, { &quot;type&quot;: &quot;reply&quot;, &quot;text&quot;: &quot;No, thanks&quot; }] },\n      { &quot;delay&quot;: &quot;30m&quot;, &quot;text&quot;: &quot;Our offer ends on Sunday.&quot; }\n    ]\n  }'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:1,&quot;name&quot;:&quot;Spring follow-up&quot;,...},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p class=\"file\"><code>create.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst flow = await wigwag.flows.create({\n  name: 'Reminder',\n  template: 'promo_spring',\n  button: 'Tell me more',\n  steps: [{ delay: '1h', text: 'Still interested, {{name}}?' }],\n});\nconsole.log(flow.id, flow.is_active);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>2 false\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<p><code>wigwag flows init</code> writes an example file. <code>validate</code> checks a file without a server.</p>\n<pre tabindex=\"0\"><code>npx wigwag flows init flow.yaml\nnpx wigwag flows validate -f flow.yaml\nnpx wigwag flows create -f flow.yaml --jq '&quot;flow \\(.id) is active: \\(.is_active)&quot;'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\nflow 3 is active: false\n</code></pre>\n<p><code>template_<wbr>id</code> and <code>button_<wbr>index</code> can replace <code>template</code> and <code>button</code>. A flow is a draft until <code>is_<wbr>active</code> is true. Publish it with <code>PATCH /<wbr>flows/<wbr>{id}</code> and <code>{&quot;is_<wbr>active&quot;: true}</code>, or with <code>npx wigwag flows activate 2</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "try-a-flow",
              "title": "Try a flow",
              "html": "<p>A test sends all steps immediately to one person who has written within the last 24 hours. It does not appear in runs or statistics.</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received &gt; /dev/null\nnpx wigwag flows test 1 --to 905551112233\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>STEP  ID...STATUS\n1     msg_...\n2     msg_...\n</code></pre>\n<p>The API call is <code>POST /<wbr>flows/<wbr>{id}/<wbr>test</code> with <code>{&quot;to&quot;: &quot;905551112233&quot;}</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "follow-a-run",
              "title": "Follow a run",
              "html": "<p>Each press starts a run. In <code>wigwag dev</code>, send the template, wait until the provider has it, and simulate the press of the\nbutton. <code>reply_<wbr>to</code> is the message that has the button:</p>\n<pre tabindex=\"0\"><code>sent=$(npx wigwag send template promo_spring --to 905551112233 --wait sent --jq .external_id)\nnpx wigwag trigger message.received --override type=button \\\n  &quot;button.payload=Tell me more&quot; &quot;button.title=Tell me more&quot; &quot;reply_to=$sent&quot;\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "curl-1",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -s &quot;$WIGWAG_URL/flows/1/runs?status=running&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;runs&quot;:[{&quot;id&quot;:...,&quot;phone&quot;:&quot;905551112233&quot;,&quot;status&quot;:&quot;running&quot;,&quot;stop_reason&quot;:null,...\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk-1",
              "title": "SDK",
              "html": "<p class=\"file\"><code>runs.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nfor await (const run of wigwag.flows.runs(1, { phone: '905551112233' })) {\n  console.log(run.phone, run.status, run.next_step_at);\n}\nconst { entered, funnel } = await wigwag.flows.stats(1);\nconsole.log(entered, funnel.length);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>905551112233 running ...\n1 2\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli-1",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag flows runs 1\nnpx wigwag flows stats 1\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\nentered...1  100%\n...\n1 running, 0 done, 0 stopped; ...\nstopped by: reply 0, agent 0, window 0\n</code></pre>\n<p>When the customer replies, the run stops:</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received --override &quot;text=Yes, please&quot; &gt; /dev/null\nnpx wigwag flows runs 1 --status stopped --jq '.[0].stop_reason'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>reply\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th><code>status</code></th>\n<th><code>stop_<wbr>reason</code></th>\n<th>When</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>running</code></td>\n<td></td>\n<td>Steps remain</td>\n</tr>\n<tr>\n<td><code>done</code></td>\n<td></td>\n<td>The last step was sent</td>\n</tr>\n<tr>\n<td><code>stopped</code></td>\n<td><code>reply</code></td>\n<td>The customer wrote, or pressed the opt-out button</td>\n</tr>\n<tr>\n<td><code>stopped</code></td>\n<td><code>agent</code></td>\n<td>An agent took over, the person was blocked or opted out, or the connection, the account or the module was disabled</td>\n</tr>\n<tr>\n<td><code>stopped</code></td>\n<td><code>window</code></td>\n<td>The window closed before the next step</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>stop_<wbr>on_<wbr>reply: false</code> and <code>stop_<wbr>on_<wbr>agent: false</code> let a run continue. While a run controls a conversation that has no agent, the\nconversation's status is <code>bot</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "write-steps",
              "title": "Write steps",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Write steps\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field</th>\n<th>Rule</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>delay</code></td>\n<td>Time since the press, not since the previous step: <code>0</code>, <code>30m</code>, <code>1h</code>, <code>2h30m</code> or plain minutes. Each delay is longer than the previous one, up to 24 h</td>\n</tr>\n<tr>\n<td><code>text</code></td>\n<td>Up to 4,096 characters, or 1,024 with buttons</td>\n</tr>\n<tr>\n<td><code>buttons</code></td>\n<td>One <code>{type: url, text, url}</code>, or up to three <code>{type: reply, text}</code>. Each text is unique and has at most 20 characters</td>\n</tr>\n<tr>\n<td><code>media_<wbr>url</code></td>\n<td>A public https URL of an image, video or document, at most 16 MB. It cannot be combined with <code>text</code> or <code>buttons</code></td>\n</tr>\n<tr>\n<td><code>caption</code></td>\n<td>The text of a file, up to 1,024 characters</td>\n</tr>\n<tr>\n<td><code>type</code></td>\n<td><code>image</code>, <code>video</code> or <code>document</code>, if the file extension does not show it</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A flow has at most 10 steps.</p>\n<p><code>{{name}}</code> (also <code>{{ad}}</code> or <code>{{isim}}</code>) is the recipient's name. <code>{{1}}</code>, <code>{{2}}</code> are the template's variables. They work in texts,\ncaptions, button texts and button URLs. wigwag takes a value from a campaign that sent the template in the last 24 hours, or otherwise from the send or the contact. A\nplaceholder without a value becomes empty. A button whose text is empty is omitted. A button text with a placeholder can have 120 characters;\nwigwag cuts it to 20 when it sends the step.</p>\n"
            },
            {
              "level": 2,
              "anchor": "set-quiet-hours",
              "title": "Set quiet hours",
              "html": "<p><code>quiet_<wbr>start: 22</code> and <code>quiet_<wbr>end: 9</code> delay steps that are due from 22:00 to 9:00, in the account's time zone. wigwag sends a delayed step at\n<code>quiet_<wbr>end</code>. If the window closes earlier, the run stops with <code>window</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "change-or-delete-a-flow",
              "title": "Change or delete a flow",
              "html": "<p><code>PATCH /<wbr>flows/<wbr>{id}</code> changes only the fields that you send; <code>steps</code> replaces all steps. Runs continue with the new steps, even if the flow\nis no longer published. To delete a flow that has runs, use <code>force</code>, which also deletes the runs:</p>\n<pre tabindex=\"0\"><code>npx wigwag flows deactivate 1 &gt; /dev/null\nnpx wigwag flows delete 1 --force\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>id       1\ndeleted  yes\n</code></pre>\n<p>If a flow cannot be saved, <code>FLOW_<wbr>INVALID</code> names the reason: the template is not approved, the button is not a quick reply, it is the\nopt-out button, or a delay is invalid.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/templates\">Templates</a>: templates with quick replies.</li>\n<li><a href=\"/developers/docs/campaigns\">Campaigns</a>: send the template to a list of people.</li>\n<li><a href=\"/developers/docs/errors\">Errors</a>: the codes that begin with <code>FLOW_</code>.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "campaigns",
          "title": "Campaigns",
          "description": "Send one template to a list of people.",
          "sections": [
            {
              "level": 1,
              "anchor": "campaigns",
              "title": "Campaigns",
              "html": "<p>Send one approved template to a list of people, at a pace that leaves room for your API traffic.</p>\n<p>Only an operator can run campaigns. An API key does not allow it. Run the commands below in the folder of <code>wigwag dev</code>, on the server's machine with\nthe server's <code>WIGWAG_<wbr>DATABASE_<wbr>URL</code> and <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code>, or from another machine with <code>wigwag admin --url</code>, which calls the\n<a href=\"/developers/docs/operations#admin-api\">admin API</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "check-a-list",
              "title": "Check a list",
              "html": "<pre tabindex=\"0\"><code>cat &gt; people.csv &lt;&lt;'CSV'\nphone,name,first_name\n0555 111 22 33,Ada Lovelace,Ada\n+90 555 111 22 44,Grace Hopper,Grace\nCSV\nnpx wigwag admin campaigns send --account 1 --template welcome_named --csv people.csv --dry-run\n</code></pre>\n<p>The command checks every row before it sends anything, and reports every problem with its line number. With <code>--dry-run</code> it sends nothing, and also counts the people that it would skip because they are blocked or have opted out.</p>\n<p>The file needs a header row. It can use commas, semicolons or tabs, in UTF-8 or UTF-16, so a spreadsheet export works unchanged.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Check a list\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Column</th>\n<th>Content</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>phone</code> (or <code>number</code>, <code>to</code>, <code>mobile</code>)</td>\n<td>The number in any common format. The account's country decides how a local number is read.</td>\n</tr>\n<tr>\n<td><code>user_<wbr>id</code> (or <code>bsuid</code>)</td>\n<td>The WhatsApp user ID of a person whose number is unknown. A row needs a number or a user ID.</td>\n</tr>\n<tr>\n<td><code>name</code></td>\n<td>The person's name. <a href=\"/developers/docs/flows\">Flows</a> use it.</td>\n</tr>\n<tr>\n<td><code>var1</code>, <code>var2</code>, ... (or <code>1</code>, <code>2</code>)</td>\n<td>The values of a template with numbered variables.</td>\n</tr>\n<tr>\n<td><code>first_<wbr>name</code>, ...</td>\n<td>The values of a template with named variables, one column per variable.</td>\n</tr>\n<tr>\n<td><code>button0</code>, ...</td>\n<td>The value of a dynamic URL button. The number is the button's index among all buttons, from 0.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A person who is on the list twice gets one message. Columns that the template does not use are reported and ignored.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-it",
              "title": "Send it",
              "html": "<pre tabindex=\"0\"><code>npx wigwag admin campaigns send --account 1 --template welcome_named --csv people.csv --yes\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\ncampaign_id    1\ntemplate       welcome_named\nlanguage       en_US\nconnection_id  wa_1\nstate          done\n...\nrecipients     2\n...\n</code></pre>\n<p>Without <code>--yes</code> the command asks before it sends. It then shows the progress until the campaign is done. Ctrl-C stops the command, but not\nthe campaign. Add <code>--no-wait</code> to return immediately.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Send it\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Option</th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>--connection wa_<wbr>2</code></td>\n<td>Sends over this connection instead of the default one.</td>\n</tr>\n<tr>\n<td><code>--language tr</code></td>\n<td>Chooses a language if the template exists in several.</td>\n</tr>\n<tr>\n<td><code>--button &quot;0={{var2}}&quot;</code></td>\n<td>Fills dynamic URL button 0 from a column, instead of a <code>button0</code> column.</td>\n</tr>\n<tr>\n<td><code>--again</code></td>\n<td>Sends a list again.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A list, its template and its connection identify a campaign. If you run the same command again, it resumes the campaign and does not\nsend to anyone twice. To repeat a campaign that is done, add <code>--again</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "stop-and-resume",
              "title": "Stop and resume",
              "html": "<p>This campaign is large enough to be stopped while it runs:</p>\n<pre tabindex=\"0\"><code>node -e &quot;console.log('phone'); for (let n = 1; n &lt;= 1000; n++) console.log(905551000000 + n)&quot; &gt; many.csv\nnpx wigwag admin campaigns send --account 1 --template hello_world --csv many.csv --yes --no-wait\nnpx wigwag admin campaigns stop 2 --account 1\nnpx wigwag admin campaigns show 2 --account 1\nnpx wigwag admin campaigns resume 2 --account 1 --no-wait\n</code></pre>\n<p><code>wigwag admin campaigns list --account 1</code> lists the IDs. The server stops a campaign and stores the reason in <code>problem</code> when:</p>\n<ul>\n<li>the provider refuses the connection, for example because the token expired</li>\n<li>the template is no longer approved</li>\n<li>the connection was disabled</li>\n<li>the account's license expired or the account is inactive</li>\n</ul>\n<p>Fix the cause, then run <code>resume</code>. Messages created before the stop are sent within 5 minutes of resuming.</p>\n<p>If the provider is down, the campaign waits and resumes automatically.</p>\n"
            },
            {
              "level": 2,
              "anchor": "export-the-results",
              "title": "Export the results",
              "html": "<pre tabindex=\"0\"><code>npx wigwag admin campaigns export 1 --account 1\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\nline,phone,name,status,reason,message_id,queued_at\n2,905551112233,Ada Lovelace,...,,msg_...\n3,905551112244,Grace Hopper,...,,msg_...\n</code></pre>\n<p><code>--file results.csv</code> writes a file that only its owner can read.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Export the results\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th><code>status</code></th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>waiting</code></td>\n<td>The message does not exist yet.</td>\n</tr>\n<tr>\n<td><code>skipped</code></td>\n<td>Nothing was sent. <code>reason</code> is <code>blocked</code> or <code>opted_<wbr>out</code>.</td>\n</tr>\n<tr>\n<td><code>queued</code>, <code>sent</code>, <code>delivered</code>, <code>read</code></td>\n<td>The status of the message.</td>\n</tr>\n<tr>\n<td><code>failed</code></td>\n<td>The message failed. <code>reason</code> holds the error.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Everyone on the opt-out list is skipped, whatever the template's category. The server checks the opt-out list and the block list when it\ncreates a message. Right before it sends the message, it checks the block list again, and for marketing templates also the opt-out list.</p>\n<p>A campaign's messages appear in conversations, in <code>GET /<wbr>messages/<wbr>{id}</code> and in <code>GET /<wbr>stats</code>. Their statuses raise no\n<code>message.status</code> events; use <code>show</code> and <code>export</code> instead. Replies raise <code>message.received</code> as usual.</p>\n"
            },
            {
              "level": 2,
              "anchor": "pace",
              "title": "Pace",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Pace\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Rule</th>\n<th>Value</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Limit of a WhatsApp connection, all traffic</td>\n<td>80 messages per second</td>\n</tr>\n<tr>\n<td>Campaigns on one connection</td>\n<td>at most 80% of that: 64 per second, about 26 minutes for 100,000 people</td>\n</tr>\n<tr>\n<td>Messages of one campaign in flight to the provider</td>\n<td>at most 32</td>\n</tr>\n<tr>\n<td>Messages created at a time</td>\n<td>at most 8, eight times per second</td>\n</tr>\n<tr>\n<td>Messages created at a time by a process that is busy more than 60% of the time</td>\n<td>fewer, down to 1</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>API sends have priority. If API sends use the whole limit of a connection, campaigns wait. To keep campaign work away from requests, run a\nseparate worker process (<a href=\"/developers/docs/operations\">Operations</a>).</p>\n"
            },
            {
              "level": 2,
              "anchor": "small-lists-through-the-api",
              "title": "Small lists through the API",
              "html": "<p><code>wigwag send --csv</code> needs an API key, but no access to the database. It sends one request per row:</p>\n<pre tabindex=\"0\"><code>npx wigwag send template welcome_named --csv people.csv\ncat people.csv.results.csv\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Small lists through the API\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th></th>\n<th><code>admin campaigns send</code></th>\n<th><code>send --csv</code></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Runs</td>\n<td>on the server's machine</td>\n<td>anywhere, with an API key</td>\n</tr>\n<tr>\n<td>Sends</td>\n<td>any approved template</td>\n<td>templates, texts and files</td>\n</tr>\n<tr>\n<td><code>message.status</code> events</td>\n<td>no</td>\n<td>yes</td>\n</tr>\n<tr>\n<td>A person on two rows</td>\n<td>gets one message</td>\n<td>gets two messages</td>\n</tr>\n<tr>\n<td>Opt-outs</td>\n<td>skipped for every template</td>\n<td>refused for MARKETING templates</td>\n</tr>\n<tr>\n<td>Run again after an interruption</td>\n<td>resumes</td>\n<td>resumes, from the results file</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/flows\">Flows</a>: follow up when a customer presses a button of the template</li>\n<li><a href=\"/developers/docs/templates\">Templates</a>: variables, headers and buttons</li>\n<li><a href=\"/developers/docs/capacity\">Capacity</a>: what one machine can handle</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "web-chat",
          "title": "Web chat",
          "description": "Put a chat on your website and reply to its visitors.",
          "sections": [
            {
              "level": 1,
              "anchor": "web-chat",
              "title": "Web chat",
              "html": "<p>Put a chat on your website. Receive its messages and reply to them through the same API as for the other channels.</p>\n"
            },
            {
              "level": 2,
              "anchor": "try-it",
              "title": "Try it",
              "html": "<p><code>wigwag dev</code> connects a web chat, <code>web_<wbr>1</code>, and prints the address of its page. Open it in a browser and write:</p>\n<pre tabindex=\"0\"><code>curl -sS -o /dev/null -w '%{http_code} %{content_type}\\n' http://127.0.0.1:3000/webchat/web_1\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>200 text/html...\n</code></pre>\n<p>A visitor's message raises <code>message.received</code>, as on any channel. <code>from.id</code> is the visitor ID, which starts with <code>web_</code>. To continue\nwithout a browser, send a visitor's message through the control port:</p>\n<pre tabindex=\"0\"><code>curl -sS &quot;$WIGWAG_CONTROL_URL/inbound&quot; -H 'content-type: application/json' -d '{\n  &quot;account_id&quot;: &quot;1&quot;, &quot;channel&quot;: &quot;web&quot;, &quot;type&quot;: &quot;text&quot;, &quot;text&quot;: &quot;Are you open on Sundays?&quot;,\n  &quot;from&quot;: { &quot;id&quot;: &quot;web_visitor1&quot;, &quot;name&quot;: &quot;Ada&quot; }\n}'\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "reply-to-a-visitor",
              "title": "Reply to a visitor",
              "html": "<p>Set <code>channel</code> to <code>web</code> and <code>to</code> to the visitor ID. There is no window: you can reply at any time.</p>\n"
            },
            {
              "level": 3,
              "anchor": "curl",
              "title": "curl",
              "html": "<pre tabindex=\"0\"><code>curl -sS &quot;$WIGWAG_URL/messages&quot; -H &quot;authorization: Bearer $WIGWAG_API_KEY&quot; -H 'content-type: application/json' \\\n  -d '{&quot;channel&quot;:&quot;web&quot;,&quot;to&quot;:&quot;web_visitor1&quot;,&quot;text&quot;:&quot;Yes, until six.&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p class=\"file\"><code>reply.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\nconst { status } = await wigwag.messages.send({ channel: 'web', to: 'web_visitor1', text: 'Yes, until six.' });\nconsole.log(status);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>queued\n</code></pre>\n"
            },
            {
              "level": 3,
              "anchor": "cli",
              "title": "CLI",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;Yes, until six.&quot; --channel web --to web_visitor1\n</code></pre>\n<p>The channel takes texts of up to 4,096 characters, and images, videos, audio files and documents by <code>url</code>. It has no\nlocations, buttons or templates. Visitors can send texts but no files.</p>\n<div class=\"table\" role=\"region\" aria-label=\"CLI\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Status</th>\n<th>Meaning on web chat</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>sent</code></td>\n<td>The message is on the visitor's page, or waits for the visitor to return.</td>\n</tr>\n<tr>\n<td><code>delivered</code></td>\n<td>A page of the visitor has received it.</td>\n</tr>\n<tr>\n<td><code>read</code></td>\n<td>It was in view on a visible page.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "connect-a-chat",
              "title": "Connect a chat",
              "html": "<p>On your server, connect a chat and list the sites that may embed it:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin connections add --account 1 --channel web --origins https://shop.example\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\nconnection_id  web_2\npage           http://127.0.0.1:3000/webchat/web_2\norigins        https://shop.example\n</code></pre>\n<p>The chat also has a page that you can link to. Change the list of sites later:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin connections origins web_1 --account 1 --set https://shop.example https://www.shop.example\n</code></pre>\n<p>The server compares the whole origin: scheme, host and port. It refuses all other sites:</p>\n<pre tabindex=\"0\"><code>curl -sS -X POST http://127.0.0.1:3000/webchat/web_1/visitors -H 'origin: https://elsewhere.example'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;error&quot;:{&quot;code&quot;:&quot;origin_not_allowed&quot;,...\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "put-it-on-a-page",
              "title": "Put it on a page",
              "html": "<p>Add this tag to each page of a listed site:</p>\n<pre tabindex=\"0\"><code>&lt;script src=&quot;https://api.example.com/webchat/web_1/embed.js&quot; data-lang=&quot;en&quot; async&gt;&lt;/script&gt;\n</code></pre>\n<p>The script adds a button that opens the chat in a frame. It loads the chat only when the visitor clicks the button or already\nhas a conversation.</p>\n<p>The chat is available in English (<code>en</code>) and Turkish (<code>tr</code>). It takes the language from <code>data-lang</code>, then from <code>?lang=</code>, then from the\nbrowser.</p>\n<p>If the site has a Content-Security-Policy, add the server's origin to <code>script-src</code>, <code>connect-src</code> and <code>frame-src</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "proxies",
              "title": "Proxies",
              "html": "<p>The page reads new messages from a stream of server-sent events. Configure the proxy in front of the server so that it:</p>\n<ul>\n<li>does not buffer streams</li>\n<li>keeps an idle stream open for longer than 15 seconds; the server sends a heartbeat every 15 seconds</li>\n<li>sends <code>X-Forwarded-Proto</code> if visitors reach the server over https at a second host name; also list the proxy in\n<code>WIGWAG_<wbr>TRUST_<wbr>PROXY</code></li>\n</ul>\n<p>Set <code>WIGWAG_<wbr>PUBLIC_<wbr>URL</code>: the server uses it to recognize requests from the chat's own page. Use HTTP/2 if you can, because some\nbrowsers need one stream for each open tab.</p>\n"
            },
            {
              "level": 2,
              "anchor": "visitors",
              "title": "Visitors",
              "html": "<p>A visitor is a random ID with the server's signature. Visitors do not log in.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Visitors\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Where the chat is open</th>\n<th>Where the browser keeps the ID</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>the chat's own page</td>\n<td>a cookie that scripts cannot read, for a year after the last visit</td>\n</tr>\n<tr>\n<td>a frame on your site</td>\n<td>the site's own storage, so third-party cookies can stay blocked</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The page keeps a message in the browser until the server has accepted or permanently refused it, so a lost connection loses no\nmessage. After a reconnect the page receives exactly the messages that it has not seen.</p>\n<p>The signature depends on <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code>. To <a href=\"/developers/docs/configuration#change-the-secret-key\">change that key</a>, you set a new key and later\nremove the previous one. Visitors who opened the server's chat page in between keep their conversations. The server no longer recognizes\nthe others.</p>\n"
            },
            {
              "level": 2,
              "anchor": "limits",
              "title": "Limits",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Limits\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>What</th>\n<th>Limit</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Text from a visitor</td>\n<td>4,096 characters</td>\n</tr>\n<tr>\n<td>Messages from a visitor</td>\n<td>30 per minute</td>\n</tr>\n<tr>\n<td>Requests from a visitor</td>\n<td>240 per minute</td>\n</tr>\n<tr>\n<td>Open streams from a visitor</td>\n<td>10</td>\n</tr>\n<tr>\n<td>Requests from one address</td>\n<td>1,200 per minute</td>\n</tr>\n<tr>\n<td>New visitors from one address</td>\n<td>60 per minute</td>\n</tr>\n<tr>\n<td>Open streams from one address</td>\n<td>200</td>\n</tr>\n<tr>\n<td>Request body</td>\n<td>64 KiB</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Each server process counts these limits separately. All addresses in an IPv6 /64 network count as one address.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/receiving\">Receiving</a>: the event that a visitor's message raises</li>\n<li><a href=\"/developers/docs/sending\">Sending</a>: files and other message types</li>\n<li><a href=\"/developers/docs/security\">Security</a>: what a visitor and an embedding site can and cannot do</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "testing",
          "title": "Testing",
          "description": "Test your app on your machine, without Meta.",
          "sections": [
            {
              "level": 1,
              "anchor": "testing",
              "title": "Testing",
              "html": "<p>Test your app without Meta: against canned responses, a whole local server, or a mock of Meta's API.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Testing\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>You test</th>\n<th>Use</th>\n<th>It runs</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>code that calls the API</td>\n<td>MSW handlers of <code>@wigwag/<wbr>sdk/<wbr>testing</code></td>\n<td>without a server, in milliseconds</td>\n</tr>\n<tr>\n<td>sends, replies, webhooks and retries together</td>\n<td><code>wigwag dev</code> with a virtual clock</td>\n<td>in one process, in seconds</td>\n</tr>\n<tr>\n<td>an app that calls Meta's Graph API itself</td>\n<td><code>@wigwag/<wbr>mock-provider</code></td>\n<td>in your process, or over HTTP</td>\n</tr>\n<tr>\n<td>a deployment</td>\n<td>a test key</td>\n<td>on the real server, which sends nothing</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "mock-the-api",
              "title": "Mock the API",
              "html": "<p>This is the code under test, <code>remind.mjs</code>. It sends a template if the window is closed:</p>\n<p class=\"file\"><code>remind.mjs</code></p>\n<pre tabindex=\"0\"><code>import { WindowError } from '@wigwag/sdk';\n\nexport async function remind(wigwag, to) {\n  try {\n    return await wigwag.messages.send({ to, text: 'Your table is ready.' });\n  } catch (error) {\n    if (!(error instanceof WindowError)) throw error;\n    return wigwag.messages.sendTemplate({ to, name: 'hello_world' });\n  }\n}\n</code></pre>\n<p><code>handlers()</code> returns one MSW handler per operation. Each returns the example from the API document. Install <code>msw</code> 2 or 3 as\na dev dependency. Save the test as <code>remind.test.mjs</code>:</p>\n<p class=\"file\"><code>remind.test.mjs</code></p>\n<pre tabindex=\"0\"><code>import assert from 'node:assert/strict';\nimport { after, before, test } from 'node:test';\nimport { Wigwag } from '@wigwag/sdk';\nimport { answers, handlers, refuses } from '@wigwag/sdk/testing';\nimport { setupServer } from 'msw/node';\nimport { remind } from './remind.mjs';\n\nconst server = setupServer(...handlers());\nbefore(() =&gt; server.listen());\nafter(() =&gt; server.close());\n\nconst wigwag = new Wigwag({ apiKey: 'ww_test_key' });\n\ntest('sends a text', async () =&gt; {\n  assert.equal((await remind(wigwag, '905551112233')).status, 'queued');\n});\n\ntest('sends a template if the window is closed', async () =&gt; {\n  server.use(refuses('sendMessage', 'WINDOW_CLOSED'), answers('sendTemplate', { id: 'msg_7', status: 'queued' }));\n  assert.equal((await remind(wigwag, '905551112233')).id, 'msg_7');\n});\n</code></pre>\n<p>Run it. <code>npx node</code> runs the Node 24 that is installed in the clone:</p>\n<pre tabindex=\"0\"><code>npx node --test remind.test.mjs\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>✔ sends a text (...)\n✔ sends a template if the window is closed (...)\n...\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Mock the API\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Function</th>\n<th>Returns</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>handlers({ baseUrl })</code></td>\n<td>Handlers for all operations. <code>baseUrl</code> must match the client's, and has the same default.</td>\n</tr>\n<tr>\n<td><code>answers(operation, data)</code></td>\n<td>A handler that returns your data for one operation. TypeScript checks it against the API document.</td>\n</tr>\n<tr>\n<td><code>refuses(operation, code)</code></td>\n<td>A handler that refuses one operation with an error code of the API.</td>\n</tr>\n<tr>\n<td><code>generateTestHeader(body, secret)</code></td>\n<td>A valid <code>X-Service-Signature</code> header, to test a webhook receiver.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "test-a-webhook-receiver",
              "title": "Test a webhook receiver",
              "html": "<p>In <code>webhook.test.mjs</code>, sign a body with a secret of your choice, and pass it to the same code that verifies deliveries in\nproduction:</p>\n<p class=\"file\"><code>webhook.test.mjs</code></p>\n<pre tabindex=\"0\"><code>import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { generateTestHeader } from '@wigwag/sdk/testing';\nimport { fetchHandler } from '@wigwag/sdk/webhooks';\n\nconst secret = 'whsec_for_tests';\nconst seen = [];\nconst handle = fetchHandler({ secret, onEvent: (event) =&gt; void seen.push(event.id) });\n\nconst deliver = async (body, signedBody = body) =&gt;\n  handle(\n    new Request('https://app.example/webhooks', {\n      method: 'POST',\n      headers: { 'x-service-signature': await generateTestHeader(signedBody, secret) },\n      body,\n    }),\n  );\n\ntest('accepts a signed delivery and refuses a changed one', async () =&gt; {\n  const body = JSON.stringify({ id: 'whd_1', event: 'message.received', data: {} });\n  assert.equal((await deliver(body)).ok, true);\n  assert.equal((await deliver(body.replace('whd_1', 'whd_2'), body)).status, 400);\n  assert.deepEqual(seen, ['whd_1']);\n});\n</code></pre>\n<pre tabindex=\"0\"><code>npx node --test webhook.test.mjs\n</code></pre>\n<p>To test a receiver that already runs, see <a href=\"/developers/docs/conformance#test-a-webhook-receiver\">Conformance</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "run-the-whole-server",
              "title": "Run the whole server",
              "html": "<p><code>wigwag dev --json</code> starts the server, the worker, the mock provider and the control port in one process, and prints one line of JSON when\nall of them are ready. Port 0 picks a free port; <code>--memory</code> keeps no data. Save this helper as <code>dev.mjs</code>:</p>\n<p class=\"file\"><code>dev.mjs</code></p>\n<pre tabindex=\"0\"><code>import { spawn } from 'node:child_process';\nimport { once } from 'node:events';\nimport { createInterface } from 'node:readline';\n\nexport async function startDev() {\n  const ports = ['--port', '0', '--mock-port', '0', '--control-port', '0'];\n  const child = spawn('npx', ['wigwag', 'dev', '--json', '--memory', '--clock', 'virtual', ...ports], {\n    detached: true, // npx does not forward signals, so stop() ends the whole process group\n    env: { ...process.env, WIGWAG_LOG_LEVEL: 'error' },\n    stdio: ['ignore', 'pipe', 'inherit'],\n  });\n  const [line] = await once(createInterface({ input: child.stdout }), 'line');\n  const info = JSON.parse(line);\n  return {\n    ...info,\n    async control(method, path, body) {\n      const response = await fetch(info.control_url + path, {\n        method,\n        headers: { 'content-type': 'application/json' },\n        ...(body &amp;&amp; { body: JSON.stringify({ account_id: info.account_id, ...body }) }),\n      });\n      return response.json();\n    },\n    stop: () =&gt; process.kill(-child.pid),\n  };\n}\n</code></pre>\n<p>Through the control port, your test acts as the customer, controls the provider, and moves the clock. <code>window.test.mjs</code> uses it:</p>\n<p class=\"file\"><code>window.test.mjs</code></p>\n<pre tabindex=\"0\"><code>import assert from 'node:assert/strict';\nimport { after, before, test } from 'node:test';\nimport { Wigwag, WindowError } from '@wigwag/sdk';\nimport { startDev } from './dev.mjs';\n\nlet dev;\nlet wigwag;\nbefore(async () =&gt; {\n  dev = await startDev();\n  wigwag = new Wigwag({ apiKey: dev.live_key, baseUrl: dev.base_url });\n});\nafter(() =&gt; dev.stop());\n\nconst to = '905551112233';\nconst customerWrites = () =&gt;\n  dev.control('POST', '/inbound', { channel: 'whatsapp', from: { id: to, name: 'Ada' }, type: 'text', text: 'Hi' });\n\ntest('a reply is read', async () =&gt; {\n  await customerWrites();\n  const { id } = await wigwag.messages.send({ to, text: 'Hello Ada' });\n  await dev.control('POST', '/settle');\n  assert.equal((await wigwag.messages.get(id)).status, 'read');\n});\n\ntest('the window closes after 24 hours', async () =&gt; {\n  await customerWrites();\n  await dev.control('POST', '/clock/advance', { seconds: 24 * 60 * 60, account_id: undefined });\n  await assert.rejects(wigwag.messages.send({ to, text: 'Are you there?' }), WindowError);\n});\n\ntest('a refused send fails', async () =&gt; {\n  await customerWrites();\n  await dev.control('POST', '/provider/next', { channel: 'whatsapp', outcome: 'reject', code: 131026 });\n  const { id } = await wigwag.messages.send({ to, text: 'Hello Ada' });\n  await dev.control('POST', '/settle');\n  assert.equal((await wigwag.messages.get(id)).error.code, 131026);\n});\n</code></pre>\n<pre tabindex=\"0\"><code>npx node --test window.test.mjs\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\n✔ a reply is read (...)\n...\n✔ the window closes after 24 hours (...)\n...\n✔ a refused send fails (...)\n...\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Run the whole server\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Call</th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>POST /<wbr>inbound</code></td>\n<td>A customer writes. The call returns when the window is open.</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>settle</code></td>\n<td>Runs all work that is due now, and returns when none is left.</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>clock/<wbr>advance</code> <code>{seconds}</code></td>\n<td>Moves a virtual clock and runs all work that becomes due, in order.</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>provider/<wbr>next</code></td>\n<td>Sets what the provider does with the next send: <code>reject</code>, <code>unavailable</code>, <code>lost_<wbr>reply</code>, <code>fail</code> or <code>statuses</code>.</td>\n</tr>\n<tr>\n<td><code>GET /<wbr>provider/<wbr>sends?account_<wbr>id=</code></td>\n<td>Lists the messages that the provider accepted.</td>\n</tr>\n<tr>\n<td><code>PUT /<wbr>webhook</code> <code>{url}</code></td>\n<td>Sets the webhook address. <code>http:/<wbr>/<wbr>127.0.0.1</code> is allowed in <code>wigwag dev</code>.</td>\n</tr>\n<tr>\n<td><code>GET /<wbr>deliveries?account_<wbr>id=</code></td>\n<td>Lists every webhook attempt.</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>deliveries/<wbr>held</code> <code>{id, attempt, held}</code></td>\n<td>Reports that your receiver withholds a response, so that <code>/<wbr>settle</code> and <code>/<wbr>clock/<wbr>advance</code> do not wait for it.</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>accounts</code></td>\n<td>Creates an account, for tests that must not share data.</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>reset</code></td>\n<td>Restores the initial state.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>openapi/<wbr>control.yaml</code> describes all calls. All of them except the clock, <code>/<wbr>settle</code>, <code>/<wbr>deliveries/<wbr>held</code> and <code>/<wbr>reset</code> take an\n<code>account_<wbr>id</code>.</p>\n<p>With <code>--clock virtual</code>, time does not move until you advance it. Rate limits, windows, webhook retries, flow steps and the timestamps of\nsignatures all use this clock. If you advance it by more than five minutes, receivers that use real time refuse deliveries. Pass them a\nlarger <code>tolerance</code> in such tests.</p>\n"
            },
            {
              "level": 2,
              "anchor": "mock-meta",
              "title": "Mock Meta",
              "html": "<p>Use <code>@wigwag/<wbr>mock-provider</code> if your app calls the Graph API itself. It keeps state and sends signed callbacks. Its <code>handlers</code>\nrun in your process with MSW; <code>listen()</code> serves it over HTTP, as does <code>npx wigwag mock</code>.</p>\n<p class=\"file\"><code>meta.mjs</code></p>\n<pre tabindex=\"0\"><code>import { createManualClock, createMockProvider } from '@wigwag/mock-provider';\n\nconst clock = createManualClock();\nconst mock = createMockProvider({ clock, seed: 1 });\nconst { access_token, whatsapp } = mock.credentials;\nconst { url, close } = await mock.listen();\n\nasync function send(text) {\n  const response = await fetch(`${url}/v25.0/${whatsapp.phone_number_id}/messages`, {\n    method: 'POST',\n    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },\n    body: JSON.stringify({ messaging_product: 'whatsapp', to: '905551112233', type: 'text', text: { body: text } }),\n  });\n  return response.status;\n}\n\nmock.openWindow(whatsapp.phone_number_id, '905551112233');\nmock.faults.next({ outcome: 'unavailable' });\nconsole.log(await send('one'), await send('two'), mock.sends().length);\nawait close();\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>503 200 1\n</code></pre>\n<p>Faults cover refusals, outages, and lost or slow responses, as well as dropped, late, duplicate or reordered callbacks. A seed makes IDs\nand random faults repeatable. See <a href=\"/developers/docs/mock-provider\">Mock provider</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "use-a-test-key",
              "title": "Use a test key",
              "html": "<p>With a test key, the server makes every check except the window, sends nothing, and raises simulated <code>sent</code>, <code>delivered</code> and <code>read</code> events\nwith <code>test: true</code>:</p>\n<pre tabindex=\"0\"><code>curl -sS &quot;$WIGWAG_URL/messages&quot; -H &quot;authorization: Bearer $WIGWAG_TEST_KEY&quot; -H 'content-type: application/json' \\\n  -d '{&quot;to&quot;:&quot;905551112233&quot;,&quot;text&quot;:&quot;Hello&quot;}'\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;sent&quot;,&quot;test&quot;:true},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/receiving\">Receiving</a>: webhooks and how to verify them</li>\n<li><a href=\"/developers/docs/errors\">Errors</a>: the codes that <code>refuses</code> takes</li>\n<li><a href=\"/developers/docs/conformance\">Conformance</a>: test a server or a receiver</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "conformance",
          "title": "Conformance",
          "description": "Test whether a server meets the API's contract, and whether your receiver handles its webhooks.",
          "sections": [
            {
              "level": 1,
              "anchor": "conformance",
              "title": "Conformance",
              "html": "<p>Test whether a server meets the API's contract, whether your webhook receiver handles everything that a server may send, and whether an app\nuses Meta's Graph API as Meta asks.</p>\n"
            },
            {
              "level": 2,
              "anchor": "test-a-server",
              "title": "Test a server",
              "html": "<p>Without a target, the command starts a wigwag server and tests it. Here it tests one section of the specification:</p>\n<pre tabindex=\"0\"><code>npx wigwag conformance --only 4.3\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\n4.3   Templates ... 16 of 16\n\nhttp://127.0.0.1:.../api/v1: 16 ...; seed 1, ... s\n</code></pre>\n<p>To test another server, describe it in <code>target.yaml</code>. A value <code>env:NAME</code> is read from the environment variable <code>NAME</code>.</p>\n<pre tabindex=\"0\"><code>cat &gt; target.yaml &lt;&lt;'YAML'\nbase_url: env:WIGWAG_URL\ncontrol_url: env:WIGWAG_CONTROL_URL\nYAML\nnpx wigwag conformance --target target.yaml --only 2.7 --json before.json\n</code></pre>\n<p>Clauses that move the clock are <code>untestable</code> unless you start the target with <code>npx wigwag dev --clock virtual</code>.</p>\n<p>The suite uses only HTTP to test the target. To test the whole contract, which has about 1,400 clauses, omit <code>--only</code>.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Test a server\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Option</th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>--only 4.2</code></td>\n<td>Runs a section and its subsections. You can repeat it.</td>\n</tr>\n<tr>\n<td><code>--clause ID</code></td>\n<td>Runs one clause. You can repeat it.</td>\n</tr>\n<tr>\n<td><code>--list</code></td>\n<td>Prints every clause, with the cases that test it, as JSON lines.</td>\n</tr>\n<tr>\n<td><code>--json</code>, <code>--junit</code>, <code>--html FILE</code></td>\n<td>Writes a report. <code>-</code> is stdout.</td>\n</tr>\n<tr>\n<td><code>--badge FILE</code></td>\n<td>Writes an SVG badge with the number of clauses that pass.</td>\n</tr>\n<tr>\n<td><code>--bail</code></td>\n<td>Stops at the first failure.</td>\n</tr>\n<tr>\n<td><code>--strict</code></td>\n<td>Exits with 3 if a clause could not be tested.</td>\n</tr>\n<tr>\n<td><code>--seed N</code></td>\n<td>Sets the order of the cases.</td>\n</tr>\n<tr>\n<td><code>--ca FILE</code></td>\n<td>Also trusts the certificate authorities in this PEM file, for <code>https</code> URLs.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "describe-a-target",
              "title": "Describe a target",
              "html": "<p>If the target offers the control protocol (<code>openapi/<wbr>control.yaml</code>), <code>base_<wbr>url</code> and <code>control_<wbr>url</code> are enough. The suite\nthen uses the protocol to create accounts, simulate customers' messages and move the clock.</p>\n<p>Any other target lists what the suite may use:</p>\n<pre tabindex=\"0\"><code>base_url: https://api.example.com/api/v1\nkeys:\n  live: env:LIVE_KEY\n  test: env:TEST_KEY\nrecipients:\n  open: &quot;905551112233&quot;   # has an open window; receives real messages\n  closed: &quot;905551112244&quot; # has a closed window\n  never: &quot;905551112255&quot;  # has never written\ntemplates:\n  plain: hello_world\n  positional: order_update\n  named: welcome_named\nwebhook:\n  listen: 0.0.0.0:8080\n  url: https://hooks.example.com\n  secret: env:SIGNING_SECRET\nexpected_failures:\n  - 8/burst-default\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Describe a target\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field</th>\n<th>Content</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>keys</code></td>\n<td><code>live</code> is required. Optional: <code>test</code>, <code>revoked</code>, <code>no_<wbr>scope</code>, <code>ip_<wbr>denied</code>, <code>inactive</code>, <code>license_<wbr>expired</code>, <code>api_<wbr>disabled</code>, <code>flows_<wbr>disabled</code>, <code>webhook_<wbr>disabled</code>.</td>\n</tr>\n<tr>\n<td><code>recipients</code></td>\n<td><code>open</code>, <code>closed</code>, <code>never</code>. The suite sends to <code>open</code> only.</td>\n</tr>\n<tr>\n<td><code>templates</code></td>\n<td><code>plain</code>, <code>positional</code>, <code>named</code>, <code>marketing</code>, <code>pending</code>.</td>\n</tr>\n<tr>\n<td><code>webhook</code></td>\n<td><code>listen</code> is where the suite listens, <code>url</code> is the public address that forwards to it, <code>secret</code> is the signing secret. Set <code>url</code> as the target's webhook address before the run.</td>\n</tr>\n<tr>\n<td><code>expected_<wbr>failures</code></td>\n<td>Clauses that the target is known to fail. They count as <code>known</code>.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The target can use a reverse proxy, have an IPv6 address (<code>http:/<wbr>/<wbr>[::1]:3000/<wbr>api/<wbr>v1</code>) and respond slowly. The suite uses HTTP/1.1. If a proxy\nreturns 429 to all clients, the suite waits for the time in <code>Retry-After</code>. Without the control protocol, the suite also waits when its keys\nreach their rate limit, so the target's clock must run.</p>\n<p>Use an account that exists only for tests, because the suite leaves its contacts, opt-outs, blocks and flows there. Without the control\nprotocol, about two thirds of the clauses are untestable.</p>\n"
            },
            {
              "level": 2,
              "anchor": "read-the-report",
              "title": "Read the report",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Read the report\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Verdict</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>pass</code></td>\n<td>The target meets the clause.</td>\n</tr>\n<tr>\n<td><code>fail</code></td>\n<td>The target violates the clause. The report shows the request, the response and the expectation.</td>\n</tr>\n<tr>\n<td><code>warn</code></td>\n<td>The target does not meet a &quot;should&quot;.</td>\n</tr>\n<tr>\n<td><code>untestable</code></td>\n<td>The target does not offer what the case needs. The report says what is missing.</td>\n</tr>\n<tr>\n<td><code>known</code></td>\n<td>The clause fails, and <code>expected_<wbr>failures</code> lists it.</td>\n</tr>\n<tr>\n<td><code>unobservable</code></td>\n<td>No response or webhook can show whether the target meets the clause.</td>\n</tr>\n<tr>\n<td><code>error</code></td>\n<td>The suite or the control protocol failed.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<div class=\"table\" role=\"region\" aria-label=\"Read the report, table 2\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Exit code</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>0</td>\n<td>The target meets every clause that could be tested.</td>\n</tr>\n<tr>\n<td>1</td>\n<td>A clause failed.</td>\n</tr>\n<tr>\n<td>2</td>\n<td>The target could not be tested, or the command line is wrong.</td>\n</tr>\n<tr>\n<td>3</td>\n<td>With <code>--strict</code>: a clause was untestable.</td>\n</tr>\n<tr>\n<td>130</td>\n<td>Interrupted.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>An interrupted run still writes its reports and marks them as incomplete. Reports contain no keys or secrets: the suite\nreplaces them with <code>REDACTED</code>.</p>\n<p>Compare two reports, or put several targets side by side:</p>\n<pre tabindex=\"0\"><code>npx wigwag conformance --target target.yaml --only 2.7 --json after.json\nnpx wigwag conformance diff before.json after.json\nnpx wigwag conformance matrix before.json after.json --html matrix.html\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\nnothing changed\n</code></pre>\n<p><code>diff</code> exits with 1 if the verdict of a clause is worse than before.</p>\n"
            },
            {
              "level": 2,
              "anchor": "test-a-webhook-receiver",
              "title": "Test a webhook receiver",
              "html": "<p>Save this receiver as <code>receiver.mjs</code> and run it in another terminal with <code>npx node receiver.mjs</code>. It uses the SDK. The command tests\nreceivers in any language in the same way.</p>\n<p class=\"file\"><code>receiver.mjs</code></p>\n<pre tabindex=\"0\"><code>import { createServer } from 'node:http';\nimport { nodeHandler } from '@wigwag/sdk/webhooks';\n\nconst handler = nodeHandler({\n  secret: process.env.WIGWAG_WEBHOOK_SECRET,\n  onEvent: (event) =&gt; console.log(event.event, event.id),\n});\ncreateServer(handler).listen(process.env.PORT ?? 4010, '127.0.0.1');\n</code></pre>\n<pre tabindex=\"0\"><code>npx wigwag conformance receiver --url http://127.0.0.1:4010 --secret env:WIGWAG_WEBHOOK_SECRET\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>pass  takes-message.received: ...\npass  takes-message.status: ...\npass  takes-template.status: ...\npass  raw-body: ...\npass  unsigned: ...\n...\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Test a webhook receiver\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Rule</th>\n<th>The receiver must</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>takes-*</code></td>\n<td>return 2xx for a signed event of each kind</td>\n</tr>\n<tr>\n<td><code>raw-body</code></td>\n<td>verify the bytes as they arrive, with any spacing and escapes in the JSON</td>\n</tr>\n<tr>\n<td><code>unsigned</code>, <code>wrong-secret</code>, <code>malformed-signature</code></td>\n<td>refuse deliveries without a valid signature</td>\n</tr>\n<tr>\n<td><code>changed-body</code>, <code>changed-time</code></td>\n<td>refuse deliveries that were changed after signing</td>\n</tr>\n<tr>\n<td><code>old</code>, <code>not-too-strict</code></td>\n<td>refuse a signature that is older than 5 minutes, and accept one of 4 minutes</td>\n</tr>\n<tr>\n<td><code>duplicate</code></td>\n<td>return 2xx for the same delivery ID twice</td>\n</tr>\n<tr>\n<td><code>order</code></td>\n<td>accept statuses in any order</td>\n</tr>\n<tr>\n<td><code>unknown-fields</code>, <code>unknown-event</code></td>\n<td>accept fields and events that it does not know; a refused event is a warning</td>\n</tr>\n<tr>\n<td><code>large</code></td>\n<td>keep working after a delivery of 3 MB</td>\n</tr>\n<tr>\n<td><code>fast</code></td>\n<td>respond within 10 seconds</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A refusal is any status from 300 to 499. The command exits with 1 if a rule fails.</p>\n"
            },
            {
              "level": 2,
              "anchor": "test-an-app-that-uses-metas-graph-api",
              "title": "Test an app that uses Meta's Graph API",
              "html": "<p>The app can be in any language and need not know wigwag: a bot, an inbox, a flow in an automation tool. A mock plays Meta, and the suite plays\ncustomers. The app needs a setting for the base URL of the Graph API. Set it to <code>http:/<wbr>/<wbr>127.0.0.1:3001</code>, and describe the app:</p>\n<pre tabindex=\"0\"><code>callback_url: http://127.0.0.1:4010/webhook # where the app receives Meta's callbacks\ngraph: 127.0.0.1:3001                       # where the app expects the Graph API\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Test an app that uses Meta's Graph API\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field</th>\n<th>Content</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>app_<wbr>secret</code>, <code>verify_<wbr>token</code></td>\n<td>Those of the app, if they differ from <a href=\"/developers/docs/mock-provider#start-it\">the mock's</a>. <code>env:NAME</code> reads a variable.</td>\n</tr>\n<tr>\n<td><code>status_<wbr>url</code></td>\n<td>Where the app shows a message, with <code>{id}</code> for Meta's message ID.</td>\n</tr>\n<tr>\n<td><code>marketing_<wbr>text</code></td>\n<td>What a customer writes to get a marketing template, such as <code>Offers</code>.</td>\n</tr>\n<tr>\n<td><code>channels</code></td>\n<td>The channels that the app uses: <code>whatsapp</code>, <code>messenger</code>, <code>instagram</code>. If omitted, the suite finds out which of them the app answers.</td>\n</tr>\n<tr>\n<td><code>fields</code></td>\n<td>The fields of WhatsApp's webhooks to which the app subscribes, such as <code>account_<wbr>update</code>. If omitted, all.</td>\n</tr>\n<tr>\n<td><code>patience_<wbr>seconds</code></td>\n<td>How long the app may take to answer a customer. 5 if omitted.</td>\n</tr>\n<tr>\n<td><code>expected_<wbr>failures</code></td>\n<td>Clauses that the app is known to fail.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The app uses the access token and phone number ID that <code>npx wigwag mock</code> prints. Start it, then test it:</p>\n<pre tabindex=\"0\"><code>npx wigwag conformance integration --target app.yaml --html report.html\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Test an app that uses Meta's Graph API, table 2\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Clauses</th>\n<th>The app must</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>callbacks/<wbr>handshake*</code></td>\n<td>return the challenge for its verify token only, and never <code>undefined</code></td>\n</tr>\n<tr>\n<td><code>callbacks/<wbr>unsigned</code>, <code>wrong-secret</code>, <code>changed</code></td>\n<td>refuse or ignore callbacks without a valid signature</td>\n</tr>\n<tr>\n<td><code>callbacks/<wbr>duplicate*</code>, <code>batch</code>, <code>status-*</code></td>\n<td>answer each message once, every message of a callback, and no status</td>\n</tr>\n<tr>\n<td><code>callbacks/<wbr>accepted</code>, <code>unicode</code>, <code>unknown</code>, <code>statuses</code>, <code>large</code></td>\n<td>return 200</td>\n</tr>\n<tr>\n<td><code>sending/<wbr>throughput</code>, <code>pair</code>, <code>token</code></td>\n<td>not repeat a send at once after errors 130429, 131056 and 190</td>\n</tr>\n<tr>\n<td><code>sending/<wbr>account</code>, <code>recipient</code>, <code>late-refusal</code></td>\n<td>not repeat a send at once that Meta refuses for the account or the customer, in the response or later</td>\n</tr>\n<tr>\n<td><code>sending/<wbr>valid</code>, <code>lost-reply</code>, <code>window</code></td>\n<td>send what Meta accepts, once, within 24 hours</td>\n</tr>\n<tr>\n<td><code>sending/<wbr>stop</code>, <code>number-form</code>, <code>proof</code></td>\n<td>send no marketing after a stop, write to the form of the number in the callback, and send <code>appsecret_<wbr>proof</code> if Meta requires it</td>\n</tr>\n<tr>\n<td><code>content/<wbr>contacts</code>, <code>order</code>, <code>form</code>, <code>referral</code>, <code>button</code>, <code>unsupported</code>, <code>edit</code>, <code>deletion</code>, <code>opened-chat</code></td>\n<td>return 200 for such content, and still answer other messages</td>\n</tr>\n<tr>\n<td><code>content/<wbr>batch</code>, <code>duplicate</code>, <code>words</code></td>\n<td>answer a text after content that Meta could not read, answer nothing twice, and never write <code>undefined</code></td>\n</tr>\n<tr>\n<td><code>content/<wbr>deleted-text</code>, <code>group</code>, <code>system</code>, <code>echo</code></td>\n<td>not repeat a deleted text, and not answer a group privately, a system message or the business itself</td>\n</tr>\n<tr>\n<td><code>reports/<wbr>*</code></td>\n<td>return 200 for what Meta reports, and answer neither earlier messages nor those to another number</td>\n</tr>\n<tr>\n<td><code>pages/<wbr>*</code></td>\n<td>do the same on Messenger and Instagram, and answer nothing in standby</td>\n</tr>\n<tr>\n<td><code>media/<wbr>*</code></td>\n<td>fetch files with its token, within 5 minutes, and request no file without an ID</td>\n</tr>\n<tr>\n<td><code>people/<wbr>*</code></td>\n<td>accept customers without a phone number, and write to them by <code>recipient</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>An app need not answer orders, forms or shares, and clauses about such content only test that it continues to work.\nThe suite sees only callbacks and requests. Clauses about answers are <code>untestable</code> if the app does not answer a customer who writes &quot;Hello&quot;.\nReports, verdicts, exit codes and <code>diff</code> are those of a server.</p>\n"
            },
            {
              "level": 2,
              "anchor": "run-it-in-ci",
              "title": "Run it in CI",
              "html": "<p><code>conformance/<wbr>ci/</code> is a GitHub Action. <code>OWNER</code> has a copy of the repository, and <code>COMMIT</code> is the commit of the suite to run:</p>\n<pre tabindex=\"0\"><code>name: conformance\non: [push, pull_request]\njobs:\n  conformance:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      # Start your server here.\n      - uses: OWNER/wigwag/conformance/ci@COMMIT\n        with: { judge: server, target: target.yaml }\n        env:\n          LIVE_KEY: ${{ secrets.LIVE_KEY }}\n</code></pre>\n<p><code>judge</code> is <code>server</code>, <code>receiver</code> or <code>integration</code>. The action writes a summary on the page of the run, and the reports and <code>badge.svg</code> into the\nfolder <code>conformance</code>. <code>github-action.yml</code> and <code>gitlab-ci.yml</code> in the same folder have jobs for all three to copy. Pin the commit so that the\nsuite changes only when you change it.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/testing\">Testing</a>: test your app with the mock</li>\n<li><a href=\"/developers/docs/receiving\">Receiving</a>: what a receiver does with events</li>\n<li><a href=\"/developers/docs/errors\">Errors</a>: the codes that the clauses of section 7 check</li>\n</ul>\n"
            }
          ]
        }
      ]
    },
    {
      "title": "Operate",
      "pages": [
        {
          "slug": "going-live",
          "title": "Going live",
          "description": "Connect a real number, page or account and send the first real message.",
          "sections": [
            {
              "level": 1,
              "anchor": "going-live",
              "title": "Going live",
              "html": "<p>Connect a real WhatsApp number, Facebook page or Instagram account, and send the first real message.</p>\n<p>You need a server that the internet can reach over https, and an app in Meta's developer console. <code>wigwag admin</code> commands work directly\non the database, so run them on the server's machine, with the server's settings. The server may run at the same time. To run them from\nanother machine, use the <a href=\"/developers/docs/operations#admin-api\">admin API</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "1-start-the-server",
              "title": "1. Start the server",
              "html": "<p>In a new clone on the server, write the settings to <code>wigwag.env</code>. Keep a copy of the secret key: without it, stored tokens cannot be\ndecrypted.</p>\n<pre tabindex=\"0\"><code>(umask 077 &amp;&amp; cat &gt; wigwag.env &lt;&lt;END\nWIGWAG_SECRET_KEY=$(openssl rand -base64 32)\nWIGWAG_DATABASE_URL=sqlite:./wigwag.db\nWIGWAG_PUBLIC_URL=https://api.example.com\nWIGWAG_TRUST_PROXY=127.0.0.1\nEND\n)\n</code></pre>\n<pre tabindex=\"0\"><code>npx wigwag serve\n</code></pre>\n<p>The server listens on 127.0.0.1:3000 without TLS. Put a reverse proxy in front of it;\n<a href=\"https://github.com/wigwag/wigwag/blob/main/deploy\"><code>deploy/</code></a> has settings for Caddy and nginx. Then check from another machine that\n<code>https:/<wbr>/<wbr>api.example.com/<wbr>healthz</code> returns 200.</p>\n<p><code>npx wigwag serve</code> is enough for a first try. In production, run the server as a service: see <a href=\"/developers/docs/operations\">Operations</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "2-create-an-account-and-a-key",
              "title": "2. Create an account and a key",
              "html": "<pre tabindex=\"0\"><code>npx wigwag admin accounts add --name &quot;Corner shop&quot; --country DE --time-zone Europe/Berlin\nnpx wigwag admin keys add --account 1\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>account_id      1\ncountry         DE\ntime_zone       Europe/Berlin\nsigning_secret  whsec_...\nid   1\nkey  ww_live_...\n...\n</code></pre>\n<p>Copy the key now: the server stores only its hash. <code>--country</code> decides how local phone numbers are read, and\n<code>--time-zone</code> sets the time zone of quiet hours. The defaults are <code>TR</code> and <code>Europe/<wbr>Istanbul</code>. Restrict a key with <code>--scopes</code> and\n<code>--allowed-ips</code>; see <a href=\"/developers/docs/authentication\">Authentication</a>.</p>\n<p>Set the address that receives events. It must be https and public:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin webhook set --account 1 --url https://shop.example.com/hooks\n</code></pre>\n<p>The command prints the signing secret. <code>npx wigwag webhooks test</code> sends a sample event to this address and shows the response. It needs\nthe two variables of <a href=\"#5-send-the-first-message\">step 5</a>, as does <code>npx wigwag doctor</code>. <a href=\"/developers/docs/receiving\">Receiving</a> has a receiver to copy.</p>\n"
            },
            {
              "level": 2,
              "anchor": "3-register-the-meta-app",
              "title": "3. Register the Meta app",
              "html": "<p>In the developer console, create an app of type <em>Business</em> and add the products <em>WhatsApp</em>, <em>Messenger</em> or <em>Instagram</em>. Copy the app\nsecret from <em>App settings &gt; Basic</em> into a file, then register it:</p>\n<pre tabindex=\"0\"><code>echo &quot;0123456789abcdef0123456789abcdef&quot; &gt; app-secret.txt   # your app secret\nnpx wigwag admin apps add &lt; app-secret.txt\nrm app-secret.txt\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>app_id        ...\ncallback_url  https://api.example.com/callbacks/meta/...\nverify_token  ...\n</code></pre>\n<p>In the console, open <em>Webhooks</em>, enter the callback URL and the verify token, and subscribe to these fields. The console calls the\nserver immediately, so the server must be running.</p>\n<div class=\"table\" role=\"region\" aria-label=\"3. Register the Meta app\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Object</th>\n<th>Fields</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>WhatsApp Business Account</td>\n<td><code>messages</code>, <code>message_<wbr>template_<wbr>status_<wbr>update</code></td>\n</tr>\n<tr>\n<td>Page</td>\n<td><code>messages</code>, <code>messaging_<wbr>postbacks</code>, <code>message_<wbr>deliveries</code>, <code>message_<wbr>reads</code>, <code>message_<wbr>echoes</code>, <code>message_<wbr>reactions</code></td>\n</tr>\n<tr>\n<td>Instagram</td>\n<td><code>messages</code>, <code>messaging_<wbr>postbacks</code>, <code>messaging_<wbr>seen</code>, <code>message_<wbr>reactions</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Do not leave out <code>message_<wbr>echoes</code>: if Meta's response to a send is lost, only an echo proves that the message was sent. On Instagram,\nechoes are part of <code>messages</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "4-connect-the-number-page-or-account",
              "title": "4. Connect the number, page or account",
              "html": "<pre tabindex=\"0\"><code>npx wigwag admin connections add --account 1 --channel whatsapp --app APP_ID \\\n  --id 106540352242922 --waba 102290129340398 &lt; token.txt\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"4. Connect the number, page or account\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Channel</th>\n<th><code>--id</code></th>\n<th>Token</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>whatsapp</code></td>\n<td>Phone number ID from <em>WhatsApp &gt; API Setup</em> (not the phone number). <code>--waba</code> is the WhatsApp Business Account ID</td>\n<td>System user token with <code>whatsapp_<wbr>business_<wbr>messaging</code> and <code>whatsapp_<wbr>business_<wbr>management</code></td>\n</tr>\n<tr>\n<td><code>messenger</code></td>\n<td>Page ID</td>\n<td>Page token with <code>pages_<wbr>messaging</code> and <code>pages_<wbr>manage_<wbr>metadata</code></td>\n</tr>\n<tr>\n<td><code>instagram</code></td>\n<td>Account ID from <em>Instagram &gt; API setup</em></td>\n<td>Instagram user token with <code>instagram_<wbr>business_<wbr>manage_<wbr>messages</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The command checks the token, the number or page, and the subscription first. If a check fails, it prints the fix and connects nothing,\nunless you add <code>--force</code>. For WhatsApp, it then imports the templates. Later changes arrive as callbacks, and\n<code>wigwag admin templates sync</code> imports them again.</p>\n<p>If an Instagram account is linked to a page and has no Instagram Login, use the page's token and set\n<code>WIGWAG_<wbr>INSTAGRAM_<wbr>URL=https:/<wbr>/<wbr>graph.facebook.com</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "5-send-the-first-message",
              "title": "5. Send the first message",
              "html": "<p>Write to the business from your phone. Your webhook receives <code>message.received</code>, and the 24-hour window opens. Then reply:</p>\n<pre tabindex=\"0\"><code>export WIGWAG_BASE_URL=https://api.example.com/api/v1 WIGWAG_API_KEY=ww_live_...\nnpx wigwag send &quot;Hello from wigwag&quot; --to 4915112345678 --wait delivered\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "check-the-setup",
              "title": "Check the setup",
              "html": "<pre tabindex=\"0\"><code>npx wigwag admin accounts list\nnpx wigwag admin keys list --account 1\n</code></pre>\n<p><code>npx wigwag doctor</code> checks the key, the clock, the webhook address, the tokens and the database.\n<code>npx wigwag admin connections check --account 1</code> checks the token, the number or page, and the subscription of each connection at Meta.</p>\n"
            },
            {
              "level": 2,
              "anchor": "troubleshooting",
              "title": "Troubleshooting",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Troubleshooting\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Problem</th>\n<th>Likely cause and fix</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Nothing arrives when a customer writes</td>\n<td>The console has no webhook subscription, or the app is not subscribed to the account. Run <code>wigwag admin connections check</code></td>\n</tr>\n<tr>\n<td>Meta's console reports 403 for the callback URL</td>\n<td>The verify token is wrong. Copy it again from the output of <code>admin apps add</code></td>\n</tr>\n<tr>\n<td>The log reports refused callbacks</td>\n<td>The app secret is wrong. Register the app again with <code>admin apps add</code>, then run <code>admin connections set-token ID --account 1 --app APP_<wbr>ID</code> for each connection</td>\n</tr>\n<tr>\n<td>Status <code>failed</code>, code 190</td>\n<td>The token expired. User tokens expire; you can create a system user token that does not. Run <code>wigwag admin connections set-token wa_<wbr>1 --account 1 &lt; token.txt</code></td>\n</tr>\n<tr>\n<td>Status <code>failed</code>, code 131030</td>\n<td>A test number can send only to numbers on the allow list in the console</td>\n</tr>\n<tr>\n<td>Status <code>failed</code>, code 131047</td>\n<td>The window is closed. Send a <a href=\"/developers/docs/templates\">template</a></td>\n</tr>\n<tr>\n<td>Status <code>failed</code>, code <code>unconfirmed</code></td>\n<td>Meta's response was lost and no callback arrived within 15 minutes. The message may have been delivered</td>\n</tr>\n<tr>\n<td>Events stopped</td>\n<td>wigwag disables an address after 50 failures in a row, or after a 410. See <a href=\"/developers/docs/operations#resume-events\">Resume events</a></td>\n</tr>\n<tr>\n<td>Links to customers' files do not open</td>\n<td><code>WIGWAG_<wbr>PUBLIC_<wbr>URL</code> is wrong, or the link is older than 7 days</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Meta changes its console from time to time, so menu names may differ.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/operations\">Operations</a> shows how to run the server as a service, with backups and alerts.</li>\n<li><a href=\"/developers/docs/configuration\">Configuration</a> lists all variables.</li>\n<li><a href=\"/developers/docs/templates\">Templates</a> shows how to start conversations outside the window.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "operations",
          "title": "Operations",
          "description": "Run wigwag in production, with backups, upgrades and alerts.",
          "sections": [
            {
              "level": 1,
              "anchor": "operations",
              "title": "Operations",
              "html": "<p>This page shows how to run wigwag in production: as a service, in containers, on several machines, with backups, upgrades and alerts.</p>\n<p>The files that this page names are in <a href=\"https://github.com/wigwag/wigwag/blob/main/deploy\"><code>deploy/</code></a>. To try the <code>wigwag admin</code> commands, create a server in an empty folder of the\nclone:</p>\n<pre tabindex=\"0\"><code>(umask 077 &amp;&amp; cat &gt; wigwag.env &lt;&lt;END\nWIGWAG_SECRET_KEY=$(openssl rand -base64 32)\nWIGWAG_DATABASE_URL=sqlite:./wigwag.db\nEND\n)\nnpx wigwag admin accounts add --name &quot;Corner shop&quot;\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "run-one-machine",
              "title": "Run one machine",
              "html": "<pre tabindex=\"0\"><code>git clone https://github.com/wigwag/wigwag.git /opt/wigwag &amp;&amp; cd /opt/wigwag &amp;&amp; npm ci\nuseradd --system --home /var/lib/wigwag wigwag\ninstall -d -m 700 /etc/wigwag &amp;&amp; install -m 600 /dev/null /etc/wigwag/wigwag.env\n$EDITOR /etc/wigwag/wigwag.env   # see below\ncp deploy/wigwag.service /etc/systemd/system/ &amp;&amp; systemctl enable --now wigwag\n</code></pre>\n<pre tabindex=\"0\"><code># /etc/wigwag/wigwag.env. Create the key with `openssl rand -base64 32`, and store a copy away from the backups.\nWIGWAG_SECRET_KEY=...\nWIGWAG_DATABASE_URL=sqlite:/var/lib/wigwag/wigwag.db\nWIGWAG_PUBLIC_URL=https://api.example.com\nWIGWAG_TRUST_PROXY=127.0.0.1\nWIGWAG_METRICS_PORT=9464\n</code></pre>\n<p>Do not put comments after values: systemd reads them as part of the value. On this machine, define a shell function that runs <code>wigwag</code>\nwith the variables of the service. Use it wherever this page says <code>npx wigwag</code>:</p>\n<pre tabindex=\"0\"><code>wigwag() { /opt/wigwag/node_modules/.bin/node --env-file=/etc/wigwag/wigwag.env /opt/wigwag/cli/bin/wigwag.js &quot;$@&quot;; }\n</code></pre>\n<p>Run it as root. Files that it creates belong to the owner of their folder.</p>\n<p>The server has no TLS. Put <code>deploy/<wbr>Caddyfile</code> or <code>deploy/<wbr>nginx.conf</code> in front of it. Any other proxy must:</p>\n<ul>\n<li>pass streams without buffering, and bodies of up to 100 MB</li>\n<li>be listed in <code>WIGWAG_<wbr>TRUST_<wbr>PROXY</code>, since the allowed addresses of keys and the limits of web chat visitors apply to the forwarded address</li>\n<li>write no URLs to its logs, because <code>GET /<wbr>messages/<wbr>template</code> can contain a key</li>\n</ul>\n<p>On <code>SIGTERM</code>, a process stops accepting requests, finishes those in flight and exits with 0. If that takes longer than 30 seconds, it\nexits with 1. Give it more time than that (<code>TimeoutStopSec=60</code>). A killed process loses nothing: accepted messages are on disk.</p>\n"
            },
            {
              "level": 2,
              "anchor": "run-containers",
              "title": "Run containers",
              "html": "<p><a href=\"https://github.com/wigwag/wigwag/blob/main/compose.yaml\"><code>compose.yaml</code></a> starts an API process, a worker, PostgreSQL and Prometheus\nwith the alerts. It needs Docker Compose 2.17 or newer.</p>\n<pre tabindex=\"0\"><code>export WIGWAG_SECRET_KEY=$(openssl rand -base64 32) POSTGRES_PASSWORD=$(openssl rand -hex 24)\ndocker compose up --build --detach\ndocker compose run --rm api admin accounts add --name &quot;Corner shop&quot;\n</code></pre>\n<p>To build only the image, run <code>podman build --format docker -f deploy/<wbr>Containerfile -t wigwag .</code> or <code>docker build</code> with the same file.\nRun it with a volume on <code>/<wbr>data</code> and <code>--stop-timeout 60</code>. Its health check calls <code>/<wbr>readyz</code>. The metrics port is on the container's loopback\naddress, so Prometheus must share its network namespace.</p>\n"
            },
            {
              "level": 2,
              "anchor": "run-several-machines",
              "title": "Run several machines",
              "html": "<p>Several processes can share a PostgreSQL database (tested with 18). A SQLite file belongs to one process.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Run several machines\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th><code>WIGWAG_<wbr>ROLE</code></th>\n<th>Does</th>\n<th>How many</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>api</code></td>\n<td>Handles requests and callbacks</td>\n<td>At least two, on different machines, with the proxy in front</td>\n</tr>\n<tr>\n<td><code>worker</code></td>\n<td>Sends messages, delivers events, runs flows and campaigns, deletes old data</td>\n<td>At least two. Only the metrics port is open</td>\n</tr>\n<tr>\n<td><code>all</code></td>\n<td>Both</td>\n<td>One machine</td>\n</tr>\n</tbody>\n</table>\n</div>\n<ul>\n<li>All processes need the same <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> and <code>WIGWAG_<wbr>PUBLIC_<wbr>URL</code>, and synchronized clocks.</li>\n<li>Each process opens up to 10 connections, and one more for <code>LISTEN</code>. Set <code>max_<wbr>connections</code> high enough for all of them.</li>\n<li>Do not connect through a pooler in transaction mode: <code>LISTEN</code> and the migration lock do not work through it.</li>\n<li>Allow the database role to create the extension <code>pg_<wbr>trgm</code>, or create it first. Without it, searches for contacts read every row.</li>\n<li>The rate limit of a key applies across all processes. The limits for web chat visitors and open event streams apply per process.</li>\n</ul>\n<p>To move from SQLite to PostgreSQL, put the new URL into <code>wigwag.env</code> and stop the server:</p>\n<pre tabindex=\"0\"><code>systemctl stop wigwag\nwigwag admin move-database --from sqlite:/var/lib/wigwag/wigwag.db --dry-run\nwigwag admin move-database --from sqlite:/var/lib/wigwag/wigwag.db --yes\nsystemctl start wigwag\n</code></pre>\n<p>The move is one transaction that reads each row back and compares it. Afterwards the SQLite file is named <code>wigwag.db.moved</code>. If the move\nis interrupted, run it again. Until then, if PostgreSQL may already have the data, a server refuses to start on the SQLite file.</p>\n"
            },
            {
              "level": 2,
              "anchor": "back-up-and-restore",
              "title": "Back up and restore",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Back up and restore\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Database</th>\n<th>Backup</th>\n<th>Restore</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>SQLite</td>\n<td><code>wigwag admin backup FILE</code>, while the server runs</td>\n<td><code>wigwag admin restore FILE</code>, with the server stopped</td>\n</tr>\n<tr>\n<td>PostgreSQL</td>\n<td><code>pg_<wbr>dump --format=custom --file=FILE service=wigwag</code>, or WAL archiving</td>\n<td><code>pg_<wbr>restore --clean --if-exists --dbname=service=wigwag FILE</code>, with all processes stopped</td>\n</tr>\n</tbody>\n</table>\n</div>\n<pre tabindex=\"0\"><code>npx wigwag admin backup backup.db\nnpx wigwag admin restore backup.db --dry-run\nnpx wigwag admin restore backup.db --yes\n</code></pre>\n<p>Never copy <code>wigwag.db</code> itself while a server runs. <code>deploy/<wbr>wigwag-backup.timer</code> makes a SQLite backup every night and keeps two weeks:</p>\n<pre tabindex=\"0\"><code>install -d -o wigwag -g wigwag -m 700 /var/backups/wigwag\ncp deploy/wigwag-backup.* /etc/systemd/system/ &amp;&amp; systemctl enable --now wigwag-backup.timer\n</code></pre>\n<p>A failed backup exits with an error and leaves no file, so its unit is <code>failed</code>. Alert on\n<code>node_<wbr>systemd_<wbr>unit_<wbr>state{name=&quot;wigwag-backup.service&quot;,state=&quot;failed&quot;} == 1</code> of the node exporter, and on the age of the newest file:</p>\n<pre tabindex=\"0\"><code>find /var/backups/wigwag -name 'wigwag-*.db' -mmin -1560 | grep -q .   # exits with 1 if no backup is younger than 26 hours\n</code></pre>\n<p>For PostgreSQL, put the connection into <code>~/<wbr>.pg_<wbr>service.conf</code> (mode 600), so that the password is not visible in the process list:</p>\n<pre tabindex=\"0\"><code>[wigwag]\nhost=127.0.0.1\ndbname=wigwag\nuser=wigwag\npassword=...\n</code></pre>\n<p>Backups contain customers' messages, and secrets that only <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> decrypts. Store the key in a different place.</p>\n<p>Test a restore once a month on another machine with <code>wigwag admin restore FILE --dry-run</code>. A restore checks the file, its version and the\nkey first. It keeps the old database as <code>wigwag.db.before-...</code>. Delete that file when the restored server works. If a restore is\ninterrupted, run it again.</p>\n<p>Messages that were queued at the time of a SQLite backup may have been sent since. A restore therefore does not send them. They fail as\n<code>unconfirmed</code> after 15 minutes unless a callback proves that they were sent. Campaigns stop until you resume them, and flow runs end. If\nyou made the backup after the server stopped, add <code>--keep-sends</code>. <code>pg_<wbr>restore</code> does none of this: stop campaigns with <code>wigwag admin campaigns stop</code> before the workers start, and expect queued messages to be sent again.</p>\n"
            },
            {
              "level": 2,
              "anchor": "upgrade",
              "title": "Upgrade",
              "html": "<pre tabindex=\"0\"><code>wigwag admin backup &quot;/var/backups/wigwag/wigwag-before-$(date +%FT%H%M%S).db&quot;\ncd /opt/wigwag &amp;&amp; git pull\nsystemctl stop wigwag &amp;&amp; npm ci &amp;&amp; systemctl start wigwag\n</code></pre>\n<p>The first process of the new version migrates the database; others wait for it. On PostgreSQL, migrations do not lock large tables, so\nupgrade one machine after the other. A version does not start on the database of a newer version: to go back, restore the backup.</p>\n"
            },
            {
              "level": 2,
              "anchor": "monitor",
              "title": "Monitor",
              "html": "<p>Set <code>WIGWAG_<wbr>METRICS_<wbr>PORT</code> in each process and let Prometheus scrape it as the job <code>wigwag</code>. <code>deploy/<wbr>prometheus.yaml</code> and\n<code>deploy/<wbr>alerts.yaml</code> have settings and rules to start with.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Monitor\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Metric</th>\n<th>Labels</th>\n<th>Watch for</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>wigwag_<wbr>database_<wbr>up</code></td>\n<td></td>\n<td>0: the database does not respond</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>database_<wbr>writable</code></td>\n<td></td>\n<td>0: a full disk, a read-only database, or a lock held by another program</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>queue_<wbr>oldest_<wbr>due_<wbr>seconds</code></td>\n<td><code>queue</code></td>\n<td>Growth: workers are too slow, or none is running</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>queue_<wbr>tasks</code></td>\n<td><code>queue</code>: send, campaign, callback, deliver, flow; <code>state</code>: due, waiting, running</td>\n<td><code>waiting</code> in <code>deliver</code>: receivers that are down</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>http_<wbr>requests_<wbr>total</code></td>\n<td><code>operation</code>, <code>status</code></td>\n<td>Status 500. 502 comes from receivers and providers, 503 from readiness and overload</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>http_<wbr>request_<wbr>seconds</code></td>\n<td><code>operation</code></td>\n<td>Slow <code>sendMessage</code></td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>sends_<wbr>total</code></td>\n<td><code>channel</code>; <code>result</code>: accepted, rejected, unavailable, throttled, unknown</td>\n<td><code>rejected</code>: tokens, templates. <code>unknown</code>: lost responses</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>provider_<wbr>calls_<wbr>total</code></td>\n<td><code>provider</code>; <code>result</code>: answered, refused, unreachable, lost</td>\n<td><code>unreachable</code> and <code>lost</code>: the provider is down</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>provider_<wbr>call_<wbr>seconds</code></td>\n<td><code>provider</code></td>\n<td>A slow provider</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>delivery_<wbr>attempts_<wbr>total</code></td>\n<td><code>result</code>: delivered, retrying, failed</td>\n<td><code>failed</code>: the server gave up on an event after six attempts</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>delivery_<wbr>seconds</code></td>\n<td></td>\n<td>Slow receivers</td>\n</tr>\n<tr>\n<td><code>wigwag_<wbr>webhooks_<wbr>disabled_<wbr>total</code></td>\n<td></td>\n<td>Any increase</td>\n</tr>\n<tr>\n<td><code>nodejs_<wbr>eventloop_<wbr>lag_<wbr>p99_<wbr>seconds</code></td>\n<td></td>\n<td>Above 0.5: the process is too busy</td>\n</tr>\n<tr>\n<td><code>process_<wbr>resident_<wbr>memory_<wbr>bytes</code></td>\n<td></td>\n<td>Steady growth</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Queue metrics describe the database and are the same in every process. All others count per process since its start.</p>\n<p>Logs are JSON lines on stderr. A failed request has the field <code>request</code>: the request ID that the client received.</p>\n"
            },
            {
              "level": 3,
              "anchor": "traces",
              "title": "Traces",
              "html": "<p>The server creates spans of OpenTelemetry if its process registers an OpenTelemetry SDK, for example with\n<code>NODE_<wbr>OPTIONS='--import @opentelemetry/<wbr>auto-instrumentations-node/<wbr>register'</code>. Without one, tracing costs nothing. One trace contains:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Traces\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Span</th>\n<th>Kind</th>\n<th>Attributes</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>POST /<wbr>messages</code> and the other sends</td>\n<td>server</td>\n<td><code>messaging.message.id</code></td>\n</tr>\n<tr>\n<td><code>send whatsapp</code>, per channel and part of the message</td>\n<td>client</td>\n<td><code>messaging.message.id</code>, <code>messaging.destination.name</code></td>\n</tr>\n<tr>\n<td><code>callback whatsapp</code>, per reported status</td>\n<td>consumer</td>\n<td><code>messaging.message.id</code>, <code>wigwag.status</code></td>\n</tr>\n<tr>\n<td><code>deliver message.status</code>, per attempt</td>\n<td>client</td>\n<td><code>wigwag.delivery.id</code>, <code>wigwag.delivery.attempt</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A send continues the trace of its <code>traceparent</code> header, which the SDK sends with <a href=\"/developers/docs/sdk#opentelemetry\"><code>traced</code></a>. The message stores its\nplace in the trace, so that another process can continue it. A failed span has the error code in <code>error.type</code>. Spans contain no recipients\nand no texts. Lookups, polling and messages from customers have no spans.</p>\n"
            },
            {
              "level": 2,
              "anchor": "troubleshoot",
              "title": "Troubleshoot",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Troubleshoot\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Symptom</th>\n<th>Cause and fix</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>/<wbr>readyz</code> reports <code>the database does not accept writes</code>, requests end with 500</td>\n<td>The disk is full. Free space; work resumes automatically. Keep at least the size of the SQLite file free</td>\n</tr>\n<tr>\n<td><code>/<wbr>readyz</code> reports <code>the database does not accept writes</code>, requests end with 429</td>\n<td>Another program holds a lock: <code>sqlite3</code> with an open transaction, a <code>psql</code> session, a backup tool. End it; work resumes automatically</td>\n</tr>\n<tr>\n<td>Requests end with 500, PostgreSQL is unreachable</td>\n<td>The network is down. A request waits at most 15 seconds</td>\n</tr>\n<tr>\n<td><code>wigwag admin</code> reports that another process holds the database</td>\n<td>The command waits 5 seconds for each lock on SQLite. Run it again</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>During a lock, a write waits 2.25 seconds and a request that writes several times up to 4.5 seconds. Then it ends with 429\n<code>RATE_<wbr>LIMITED</code> and <code>Retry-After: 1</code>, and the server stores nothing. Meta repeats its callbacks. Reads continue on SQLite.</p>\n"
            },
            {
              "level": 2,
              "anchor": "resume-events",
              "title": "Resume events",
              "html": "<p>wigwag disables a webhook address after 50 failed attempts in a row, or when it returns 410. Fix the receiver, then:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin webhook set --account 1 --url https://shop.example.com/hooks\nnpx wigwag admin deliveries list --account 1 --state failed missed\nnpx wigwag admin webhook enable --account 1                          # resumes pending deliveries\nnpx wigwag admin deliveries replay --account 1 --from 2026-05-04T12:00:00Z --state missed\n</code></pre>\n<p><code>missed</code> deliveries belong to events that happened while the address was disabled. If a signing secret leaks, run\n<code>wigwag admin webhook renew-secret --account 1</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "manage-accounts",
              "title": "Manage accounts",
              "html": "<pre tabindex=\"0\"><code>npx wigwag admin accounts set 1 --license-until 2027-01-01T00:00:00Z   # or &quot;unlimited&quot;\nnpx wigwag admin accounts set 1 --modules api webhook                  # without flows\nnpx wigwag admin accounts deactivate 1                                 # `activate` reverses this\n</code></pre>\n<p>Changes apply to the next request. Open event streams end within 15 seconds.</p>\n<p>If an account is inactive or its license has expired, the API refuses all its keys and closes its web chat. Accepted messages are still\nsent, and incoming messages are still stored and delivered to its webhook. Campaigns stop until <code>wigwag admin campaigns resume</code>. Flow runs\nend at their next step, as they do without the <code>flows</code> module. Without the <code>webhook</code> module, pending deliveries wait, and new events are not\nstored for the address.</p>\n"
            },
            {
              "level": 2,
              "anchor": "admin-api",
              "title": "Admin API",
              "html": "<p>To manage a server from another machine, set <code>WIGWAG_<wbr>ADMIN_<wbr>TOKEN</code> on it to a random text of at least 16 characters, such as the output of\n<code>openssl rand -base64 32</code>. The server then serves <code>/<wbr>admin/<wbr>v1</code>, which <code>openapi/<wbr>admin.yaml</code> describes: accounts, keys, provider apps,\nconnections, templates, labels, agents, the webhook endpoint, deliveries, campaigns and stored personal data. It uses the port of the API, or\nwith <code>WIGWAG_<wbr>ADMIN_<wbr>PORT=metrics</code> the port for metrics.</p>\n<pre tabindex=\"0\"><code>export WIGWAG_ADMIN_TOKEN=...\nnpx wigwag admin --url https://api.example.com keys rotate 7\ncurl https://api.example.com/admin/v1/accounts -H &quot;Authorization: Bearer $WIGWAG_ADMIN_TOKEN&quot;\n</code></pre>\n<p>The token allows everything that the admin API does, for all accounts. Send it only over TLS. <code>wigwag admin</code> prints the same output with\nand without <code>--url</code>. Only <code>backup</code>, <code>restore</code>, <code>move-database</code> and <code>secrets rotate</code> need the database, so run them on the machine of the server.\n<code>wigwag dev</code> serves the admin API with a generated token. In its folder, <code>wigwag admin</code> needs no settings.</p>\n<p>The server writes one line to its log for each call, including refused ones, at any <code>WIGWAG_<wbr>LOG_<wbr>LEVEL</code> except <code>silent</code>:</p>\n<pre tabindex=\"0\"><code>{&quot;level&quot;:30,&quot;time&quot;:1777896000000,&quot;admin&quot;:&quot;rotateKey&quot;,&quot;account&quot;:&quot;1&quot;,&quot;key&quot;:&quot;7&quot;,&quot;status&quot;:200,&quot;request&quot;:&quot;req_31f0c2ab5e7d4c2f8a9be6b0a4c1d2e3&quot;,&quot;token&quot;:&quot;9f86d081&quot;,&quot;from&quot;:&quot;203.0.113.7&quot;,&quot;msg&quot;:&quot;admin call&quot;}\n</code></pre>\n<p><code>wigwag dev</code> prints these lines in plain text, unless you add <code>--json</code>.</p>\n<p><code>token</code> is the first 8 hexadecimal digits of the token's SHA-256 hash. It is missing if the token was wrong. <code>status</code> is 0 if the client\ndisconnected. <code>from</code> is the address of the client, or of a proxy; <code>forwarded</code> is the <code>X-Forwarded-For</code> header, if there is one. The line has no body and no query, so it\ncontains no secrets and no phone numbers.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/configuration\">Configuration</a> lists all variables, and shows how to change the secret key.</li>\n<li><a href=\"/developers/docs/capacity\">Capacity</a> helps you size machines.</li>\n<li><a href=\"/developers/docs/security\">Security</a> covers threats, data retention, and how to erase a person's data.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "configuration",
          "title": "Configuration",
          "description": "Look up every variable, path and port of the server.",
          "sections": [
            {
              "level": 1,
              "anchor": "configuration",
              "title": "Configuration",
              "html": "<p>This page lists the server's variables, its checks at startup, and its paths and ports.</p>\n"
            },
            {
              "level": 2,
              "anchor": "start-with-a-settings-file",
              "title": "Start with a settings file",
              "html": "<p><code>wigwag serve</code>, <code>wigwag admin</code> and <code>wigwag doctor</code> read <code>wigwag.env</code> in the current folder if <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> is not set in the\nenvironment:</p>\n<pre tabindex=\"0\"><code>(umask 077 &amp;&amp; cat &gt; wigwag.env &lt;&lt;END\nWIGWAG_SECRET_KEY=$(openssl rand -base64 32)\nWIGWAG_DATABASE_URL=sqlite:./wigwag.db\nEND\n)\nnpx wigwag admin accounts add --name &quot;Corner shop&quot;\n</code></pre>\n<pre tabindex=\"0\"><code>npx wigwag serve\n</code></pre>\n<p><code>npx wigwag init FOLDER</code> does the same in a new folder: it writes <code>wigwag.env</code>, creates a database with one account and two keys, and\nstores the live key as a profile of the <a href=\"/developers/docs/cli\">CLI</a>.</p>\n<p>A service gets its variables from its unit or its container instead. See <a href=\"/developers/docs/operations\">Operations</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "server-variables",
              "title": "Server variables",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Server variables\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Variable</th>\n<th>Meaning</th>\n<th>Default</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>WIGWAG_<wbr>SECRET_<wbr>KEY</code></td>\n<td>Encrypts provider tokens and signing secrets in the database, and signs links. At least 16 characters. Required</td>\n<td></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>SECRET_<wbr>KEY_<wbr>PREVIOUS</code></td>\n<td>The old secret key while you <a href=\"#change-the-secret-key\">change it</a></td>\n<td></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>DATABASE_<wbr>URL</code></td>\n<td><code>sqlite:PATH</code> or <code>postgres:/<wbr>/<wbr>...</code></td>\n<td><code>sqlite:./<wbr>wigwag.db</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>HOST</code></td>\n<td>Address or host name to listen on</td>\n<td><code>127.0.0.1</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>PORT</code></td>\n<td>Port of the API; <code>0</code> takes any free port</td>\n<td><code>3000</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>PUBLIC_<wbr>URL</code></td>\n<td>The server's address on the internet. Links to files start with it, so also set it for workers</td>\n<td>the listening address</td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>TRUST_<wbr>PROXY</code></td>\n<td>Comma-separated addresses or CIDRs whose <code>X-Forwarded-For</code> the server trusts</td>\n<td>none</td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>ROLE</code></td>\n<td><code>all</code>, <code>api</code> or <code>worker</code>. <code>api</code> and <code>worker</code> need PostgreSQL</td>\n<td><code>all</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>METRICS_<wbr>PORT</code></td>\n<td>Port on 127.0.0.1 for metrics and health checks; <code>0</code> turns it off</td>\n<td><code>0</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>ADMIN_<wbr>TOKEN</code></td>\n<td>Turns the <a href=\"/developers/docs/operations#admin-api\">admin API</a> on; its callers send this token, of at least 16 characters</td>\n<td>none: off</td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>ADMIN_<wbr>PORT</code></td>\n<td>Port of the admin API: <code>main</code> is the port of the API, <code>metrics</code> is <code>WIGWAG_<wbr>METRICS_<wbr>PORT</code></td>\n<td><code>main</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>LOG_<wbr>LEVEL</code></td>\n<td><code>silent</code>, <code>fatal</code>, <code>error</code>, <code>warn</code>, <code>info</code>, <code>debug</code> or <code>trace</code>. Logs are JSON lines on stderr</td>\n<td><code>info</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>GRAPH_<wbr>URL</code></td>\n<td>Base URL of Meta's Graph API</td>\n<td><code>https:/<wbr>/<wbr>graph.facebook.com</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>INSTAGRAM_<wbr>URL</code></td>\n<td>Base URL of the Instagram API</td>\n<td><code>https:/<wbr>/<wbr>graph.instagram.com</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>GRAPH_<wbr>VERSION</code></td>\n<td>Version of both APIs</td>\n<td><code>v25.0</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>An empty value counts as unset. All processes on one database need the same <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> and <code>WIGWAG_<wbr>PUBLIC_<wbr>URL</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "checks-at-startup",
              "title": "Checks at startup",
              "html": "<p>The server reports all wrong values at once and exits. It also refuses a misspelled name:</p>\n<pre tabindex=\"0\"><code>WIGWAG_SECRET_KEY=short WIGWAG_PROT=3000 npx wigwag serve 2&gt;&amp;1 || true\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>wigwag: WIGWAG_SECRET_KEY must be set to at least 16 characters...\nwigwag: WIGWAG_PROT is not known; did you mean WIGWAG_PORT?\n</code></pre>\n<p>Other <code>WIGWAG_<wbr>*</code> variables that no program reads cause a warning in the log. A message about a wrong value never repeats a\ndatabase URL or any value with an <code>@</code>, because those can contain a password.</p>\n<p>The server also refuses to start if:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Checks at startup\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Problem</th>\n<th>What to do</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Another process uses the SQLite file</td>\n<td>Stop that process. A lock on <code>wigwag.db.lock</code> protects the file; the operating system releases it when the process ends</td>\n</tr>\n<tr>\n<td>The port is in use</td>\n<td>Set <code>WIGWAG_<wbr>PORT</code> or <code>WIGWAG_<wbr>METRICS_<wbr>PORT</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> does not match the database</td>\n<td>Use the key that the database was created with</td>\n</tr>\n<tr>\n<td>A newer version of wigwag migrated the database</td>\n<td>Start that version, or restore the backup from before the upgrade</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "paths",
              "title": "Paths",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Paths\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Path</th>\n<th>Serves</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>/<wbr>api/<wbr>v1</code></td>\n<td>The API</td>\n</tr>\n<tr>\n<td><code>/<wbr>developers</code></td>\n<td>The reference: each operation has samples and a form that calls this server. <code>/<wbr>developers/<wbr>openapi.json</code> is the OpenAPI document for tools</td>\n</tr>\n<tr>\n<td><code>/<wbr>developers/<wbr>docs</code></td>\n<td>These pages, with a search</td>\n</tr>\n<tr>\n<td><code>/<wbr>developers/<wbr>errors/<wbr>CODE</code></td>\n<td>What an error code means and what to do; the <code>docs</code> field of each error links here</td>\n</tr>\n<tr>\n<td><code>/<wbr>developers/<wbr>webhooks</code></td>\n<td>How to verify a webhook, with a receiver in four languages</td>\n</tr>\n<tr>\n<td><code>/<wbr>developers/<wbr>events</code></td>\n<td>The event stream; see <a href=\"/developers/docs/receiving\">Receiving</a></td>\n</tr>\n<tr>\n<td><code>/<wbr>callbacks/<wbr>meta/<wbr>APP_<wbr>ID</code></td>\n<td>Callbacks from Meta</td>\n</tr>\n<tr>\n<td><code>/<wbr>webchat/<wbr>CONNECTION_<wbr>ID</code></td>\n<td>The page of a web chat</td>\n</tr>\n<tr>\n<td><code>/<wbr>media/<wbr>TOKEN</code></td>\n<td>Files that customers sent, through signed links that are valid for 7 days</td>\n</tr>\n<tr>\n<td><code>/<wbr>healthz</code></td>\n<td>200 while the process runs</td>\n</tr>\n<tr>\n<td><code>/<wbr>readyz</code></td>\n<td>200 while the database responds, has all migrations and accepts writes, and the worker of this process runs; otherwise 503 with <code>problems</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The port in <code>WIGWAG_<wbr>METRICS_<wbr>PORT</code> serves <code>/<wbr>metrics</code>, <code>/<wbr>healthz</code> and <code>/<wbr>readyz</code>. It is the only port of a <code>worker</code> process.</p>\n<p>The pages under <code>/<wbr>developers</code> load nothing from other hosts. Only the forms of the reference need JavaScript.</p>\n"
            },
            {
              "level": 2,
              "anchor": "change-the-secret-key",
              "title": "Change the secret key",
              "html": "<p>Change <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> without downtime, for example when someone who knew it leaves:</p>\n<ol>\n<li>Put the new key into <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> and the old key into <code>WIGWAG_<wbr>SECRET_<wbr>KEY_<wbr>PREVIOUS</code>. Restart every process.</li>\n<li>Run <code>wigwag admin secrets rotate</code>. It encrypts all stored secrets again while the servers run. If it is interrupted, run it again.</li>\n<li>Remove <code>WIGWAG_<wbr>SECRET_<wbr>KEY_<wbr>PREVIOUS</code> and restart every process. A server that still needs the old key refuses to start.</li>\n</ol>\n<pre tabindex=\"0\"><code>old=$(sed -n 's/^WIGWAG_SECRET_KEY=//p' wigwag.env)\nexport WIGWAG_DATABASE_URL=sqlite:./wigwag.db\nWIGWAG_SECRET_KEY=$(openssl rand -base64 32) WIGWAG_SECRET_KEY_PREVIOUS=$old npx wigwag admin secrets rotate --dry-run\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>sealed  1\n</code></pre>\n<p>Between steps 1 and 3, file links and web chat visitor IDs signed with the old key stay valid. After step 3 they do not. Wait a week\nbefore step 3, since links are valid for 7 days. Wait longer to keep web chat visitors who return rarely: when they visit the chat page of\nthe server, it signs their ID with the new key. Backups from before step 2 need the old key.</p>\n"
            },
            {
              "level": 2,
              "anchor": "client-variables",
              "title": "Client variables",
              "html": "<p>The CLI and the examples read these; the server ignores them.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Client variables\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Variable</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>WIGWAG_<wbr>BASE_<wbr>URL</code></td>\n<td>The API, such as <code>https:/<wbr>/<wbr>api.example.com/<wbr>api/<wbr>v1</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>API_<wbr>KEY</code></td>\n<td>The API key</td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>SIGNING_<wbr>SECRET</code></td>\n<td>The secret that signs webhooks</td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>PROFILE</code></td>\n<td>A profile of the <a href=\"/developers/docs/cli\">CLI</a></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>CONTROL_<wbr>URL</code></td>\n<td>The control port of <code>wigwag dev</code></td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>APP_<wbr>SECRET</code>, <code>WIGWAG_<wbr>ACCESS_<wbr>TOKEN</code></td>\n<td>Secrets for <code>wigwag admin</code>, instead of stdin</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/going-live\">Going live</a> connects a real number.</li>\n<li><a href=\"/developers/docs/operations\">Operations</a> covers services, backups, upgrades and monitoring.</li>\n<li><a href=\"/developers/docs/security\">Security</a> explains what the secret key protects.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "capacity",
          "title": "Capacity",
          "description": "Size a machine or a cluster for your load.",
          "sections": [
            {
              "level": 1,
              "anchor": "capacity",
              "title": "Capacity",
              "html": "<p>Size a machine or a cluster: what one message costs, what limits a process, and what to change as the load grows.</p>\n"
            },
            {
              "level": 2,
              "anchor": "choose-a-setup",
              "title": "Choose a setup",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Choose a setup\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Load</th>\n<th>Setup</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>fits on one machine</td>\n<td>SQLite: one process and one file. A disk whose fsync takes less than 1 ms matters more than cores.</td>\n</tr>\n<tr>\n<td>fits on one PostgreSQL server</td>\n<td>For example, PostgreSQL with 16 cores, 2 to 4 <code>api</code> processes with a proxy in front, and 10 <code>worker</code> processes. Each process opens up to 10 database connections, and one more for <code>LISTEN</code>. If PostgreSQL does not accept that many, put a pooler in session mode in front of it.</td>\n</tr>\n<tr>\n<td>exceeds one PostgreSQL server</td>\n<td>Several PostgreSQL servers, each with separate <code>api</code> and <code>worker</code> processes. Distribute the accounts over them: every table starts with <code>account_<wbr>id</code>. Partition <code>events</code>, <code>deliveries</code> and <code>callbacks</code> by time, so that you can drop old partitions instead of deleting rows.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The rate limit of a key and the send limit of a connection apply across all processes of one database. A connection belongs to one account,\nso no limit spans two databases.</p>\n<p><code>LISTEN</code> and the migration lock do not work through a pooler in transaction mode (<a href=\"/developers/docs/operations\">Operations</a>).</p>\n"
            },
            {
              "level": 2,
              "anchor": "what-one-message-costs",
              "title": "What one message costs",
              "html": "<p>These figures are measured. Each message includes its three statuses and three webhook deliveries. Bytes include indexes.</p>\n<div class=\"table\" role=\"region\" aria-label=\"What one message costs\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th></th>\n<th>SQLite</th>\n<th>PostgreSQL</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>the message</td>\n<td>0.6 KB</td>\n<td>1.1 KB</td>\n</tr>\n<tr>\n<td>three callbacks with its statuses</td>\n<td>2.1 KB</td>\n<td>2.5 KB</td>\n</tr>\n<tr>\n<td>three events, kept for 7 days</td>\n<td>1.2 KB</td>\n<td>1.5 KB</td>\n</tr>\n<tr>\n<td>three deliveries with their attempts</td>\n<td>1.5 KB</td>\n<td>2.1 KB</td>\n</tr>\n<tr>\n<td><strong>total</strong></td>\n<td><strong>5.4 KB</strong></td>\n<td><strong>7.2 KB</strong></td>\n</tr>\n<tr>\n<td>statements, from the request to the last webhook</td>\n<td>150 to 170</td>\n<td>185 to 215</td>\n</tr>\n<tr>\n<td>commits</td>\n<td>3 to 4</td>\n<td>21 to 25</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The PostgreSQL figures were measured with few messages, so partly filled pages make them larger than in production. Until a vacuum, the outbox\nadds at most 3 KB per message.</p>\n<p>A million messages per day is 12 per second on average, and takes 5 to 7 GB of storage per day.</p>\n<p>You can estimate throughput from the number of statements. If a core of a database server executes 10,000 statements per second, it handles about 50\nmessages per second from request to webhook. The API accepts a burst much faster, because accepting a message takes few statements. The\nmessage then waits in the outbox.</p>\n"
            },
            {
              "level": 2,
              "anchor": "how-long-data-stays",
              "title": "How long data stays",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"How long data stays\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Data</th>\n<th>Kept</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>messages, deliveries with attempts, callbacks</td>\n<td>90 days</td>\n</tr>\n<tr>\n<td>events of the stream</td>\n<td>7 days</td>\n</tr>\n<tr>\n<td>responses to an <code>Idempotency-Key</code></td>\n<td>24 hours</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The worker deletes expired rows once per hour, 200 per transaction. At a constant load, the database therefore stops growing after 90\ndays.</p>\n"
            },
            {
              "level": 2,
              "anchor": "limits-of-a-process",
              "title": "Limits of a process",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Limits of a process\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Limit</th>\n<th>Value</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>API requests at once</td>\n<td>512, then <code>RATE_<wbr>LIMITED</code> with <code>Retry-After: 1</code></td>\n</tr>\n<tr>\n<td>Provider callbacks and visitors at once</td>\n<td>512, counted separately</td>\n</tr>\n<tr>\n<td>Connections</td>\n<td>10,000</td>\n</tr>\n<tr>\n<td>Time for a request's headers, and for a JSON body</td>\n<td>10 s each</td>\n</tr>\n<tr>\n<td>Sends in progress</td>\n<td>256; 128 per account</td>\n</tr>\n<tr>\n<td>Webhook deliveries in progress</td>\n<td>512; 8 per account</td>\n</tr>\n<tr>\n<td>Flow steps in progress</td>\n<td>128</td>\n</tr>\n<tr>\n<td>Event streams per key</td>\n<td>10</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "limits-of-a-connection-and-a-key",
              "title": "Limits of a connection and a key",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Limits of a connection and a key\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Limit</th>\n<th>Value</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>WhatsApp number</td>\n<td>80 messages per second</td>\n</tr>\n<tr>\n<td>Messenger page, Instagram account</td>\n<td>300 messages per second</td>\n</tr>\n<tr>\n<td>Campaigns on a WhatsApp number</td>\n<td>64 messages per second; 100,000 people take 26 minutes</td>\n</tr>\n<tr>\n<td>Requests per key, by default</td>\n<td>1,800 per minute and 60 per second</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A connection with a long backlog does not delay the messages of other accounts.</p>\n"
            },
            {
              "level": 2,
              "anchor": "where-the-time-goes",
              "title": "Where the time goes",
              "html": "<p>Each benchmark compares the server with a bare program that does the minimum equivalent work. Both run alternately on the same machine, so\na slow machine affects both and hardly changes the ratio.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Where the time goes\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Measured</th>\n<th>Ratio to the bare program</th>\n<th>What takes the time</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>accepting sends on SQLite</td>\n<td>1.5 times as many per second</td>\n<td>The disk. The bare server waits for it at each request; in wigwag, up to 128 requests share one wait.</td>\n</tr>\n<tr>\n<td>accepting sends on PostgreSQL, 2 processes each</td>\n<td>0.4 to 0.6</td>\n<td>Both cores are busy. The database runs about 11 statements for each group of up to 10 requests, and one insert per request. Conversations take more than half of the database time.</td>\n</tr>\n<tr>\n<td>delivering webhooks on SQLite</td>\n<td>0.37</td>\n<td>A quarter is the database, a fifth the HTTP client and its sockets, a tenth the query builder. Up to 128 deliveries share a transaction.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>CPU profiles, <code>perf</code> and <code>pg_<wbr>stat_<wbr>statements</code> under load show these shares.</p>\n"
            },
            {
              "level": 2,
              "anchor": "measure-your-machine",
              "title": "Measure your machine",
              "html": "<pre tabindex=\"0\"><code>npm run bench                          # all benchmarks; `overload` alone takes ten minutes\nnpm run bench -- accept deliveries     # some of them\nnpm run bench -- --quick --json accept # less data and shorter rounds, with more variance\nnpx node --conditions=wigwag-source bench/footprint.ts # bytes and statements per message\n</code></pre>\n<p>Run them in a clone of the repository. Each figure is the median of several rounds, which alternate with rounds of the bare program.\n<code>reach</code> is the target, and <code>holds</code> is whether the figure meets it.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Measure your machine\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Benchmark</th>\n<th>Measures</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>accept</code>, <code>accept-postgres</code></td>\n<td>accepted sends per second</td>\n</tr>\n<tr>\n<td><code>latency</code></td>\n<td>time until a send reaches the provider, on an idle server</td>\n</tr>\n<tr>\n<td><code>callbacks</code></td>\n<td>accepted provider callbacks per second</td>\n</tr>\n<tr>\n<td><code>deliveries</code></td>\n<td>webhook deliveries per second</td>\n</tr>\n<tr>\n<td><code>life</code></td>\n<td>throughput, CPU time and statements of messages from the request to the last webhook</td>\n</tr>\n<tr>\n<td><code>flows</code></td>\n<td>flow steps per second, when steps of many people are due</td>\n</tr>\n<tr>\n<td><code>overload</code></td>\n<td>memory under twice the load that the server can handle</td>\n</tr>\n<tr>\n<td><code>stall</code></td>\n<td>how long a request body can block the event loop</td>\n</tr>\n<tr>\n<td><code>lists</code>, <code>contacts</code></td>\n<td>pages and searches over large tables</td>\n</tr>\n<tr>\n<td><code>stored-cost</code>, <code>queued-memory</code></td>\n<td>the cost of stored and of queued messages</td>\n</tr>\n<tr>\n<td><code>media-upload</code></td>\n<td>peak memory during uploads</td>\n</tr>\n<tr>\n<td><code>web-chat</code></td>\n<td>time from a send to the visitor's open page</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/operations\">Operations</a>: metrics to watch, PostgreSQL, backups</li>\n<li><a href=\"/developers/docs/internals\">Internals</a>: how batching and the outbox work</li>\n<li><a href=\"/developers/docs/campaigns\">Campaigns</a>: the pace of campaigns</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "security",
          "title": "Security",
          "description": "See which threats wigwag defends against, and what you must do.",
          "sections": [
            {
              "level": 1,
              "anchor": "security",
              "title": "Security",
              "html": "<p>This page lists what you must do, the threats that wigwag defends against, and the test of each defense.</p>\n<p>To report a vulnerability, follow <a href=\"https://github.com/wigwag/wigwag/blob/main/SECURITY.md\">SECURITY.md</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "checklist",
              "title": "Checklist",
              "html": "<ol>\n<li>Put a TLS proxy in front of the server. Without one, keys travel in plain text.</li>\n<li>Store <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> away from the backups. An attacker with both can read everything.</li>\n<li>Encrypt the disk: message texts are readable in the database.</li>\n<li>Give each application a separate key with only the <a href=\"/developers/docs/authentication\">scopes</a> it needs, and with <code>--allowed-ips</code>.</li>\n<li>For <code>GET /<wbr>messages/<wbr>template</code>, use a key with only the scope <code>messages:send</code>, since a key in a link is as public as the link.</li>\n<li>Limit requests without a key at the proxy. The server does not count them by address.</li>\n<li><a href=\"/developers/docs/receiving\">Verify the signature</a> of every webhook.</li>\n</ol>\n"
            },
            {
              "level": 2,
              "anchor": "who-may-call-what",
              "title": "Who may call what",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Who may call what\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Endpoint</th>\n<th>Caller</th>\n<th>Proof</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>/<wbr>api/<wbr>v1</code></td>\n<td>Applications of an account</td>\n<td>API key in the header. <code>GET /<wbr>messages/<wbr>template</code> also accepts it in the URL</td>\n</tr>\n<tr>\n<td><code>/<wbr>callbacks/<wbr>meta/<wbr>{app}</code></td>\n<td>Meta</td>\n<td>Signature over the raw body with the app secret</td>\n</tr>\n<tr>\n<td><code>/<wbr>developers/<wbr>events</code></td>\n<td>Applications of an account</td>\n<td>API key with the scopes <code>messages:read</code> and <code>conversations:read</code></td>\n</tr>\n<tr>\n<td><code>/<wbr>media/<wbr>{token}</code></td>\n<td>Receivers of events</td>\n<td>Signed link, valid for 7 days</td>\n</tr>\n<tr>\n<td><code>/<wbr>webchat/<wbr>{connection}</code></td>\n<td>Visitors of listed sites</td>\n<td>Signed ID in a cookie or a token</td>\n</tr>\n<tr>\n<td><code>/<wbr>developers</code>, <code>/<wbr>healthz</code>, <code>/<wbr>readyz</code></td>\n<td>Everyone</td>\n<td>None</td>\n</tr>\n<tr>\n<td><code>WIGWAG_<wbr>METRICS_<wbr>PORT</code></td>\n<td>Processes on the same machine: it listens on 127.0.0.1</td>\n<td>None</td>\n</tr>\n<tr>\n<td><code>/<wbr>admin/<wbr>v1</code></td>\n<td>The operator, if <code>WIGWAG_<wbr>ADMIN_<wbr>TOKEN</code> is set</td>\n<td>The token in the header</td>\n</tr>\n<tr>\n<td><code>wigwag admin</code></td>\n<td>Users who can access the database</td>\n<td><code>WIGWAG_<wbr>SECRET_<wbr>KEY</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The admin API is off unless <code>WIGWAG_<wbr>ADMIN_<wbr>TOKEN</code> is set. The server checks the token before it reads the body, and logs each call. <code>wigwag dev</code> has a control port without a key, on loopback only; <code>wigwag serve</code> does not have it.</p>\n"
            },
            {
              "level": 2,
              "anchor": "threats",
              "title": "Threats",
              "html": ""
            },
            {
              "level": 3,
              "anchor": "applications-with-or-without-a-key",
              "title": "Applications with or without a key",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Applications with or without a key\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Threat</th>\n<th>Defense</th>\n<th>Test</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Guess or forge a key</td>\n<td>41 random characters. The server stores and compares only hashes</td>\n<td><code>server/<wbr>http/<wbr>plugins/<wbr>api-key.test.ts</code>, <code>server/<wbr>secrets.test.ts</code></td>\n</tr>\n<tr>\n<td>Use a key that is revoked, lacks the scope, comes from another address, or belongs to an account with an expired license</td>\n<td>Checked on each request before the body is read. Event streams end within 15 seconds</td>\n<td><code>server/<wbr>http/<wbr>plugins/<wbr>api-key.test.ts</code>, <code>server/<wbr>http/<wbr>events/<wbr>event-stream.test.ts</code></td>\n</tr>\n<tr>\n<td>Forge the source address</td>\n<td><code>X-Forwarded-For</code> counts only from <code>WIGWAG_<wbr>TRUST_<wbr>PROXY</code></td>\n<td><code>server/<wbr>http/<wbr>plugins/<wbr>api-key.test.ts</code>, <code>server/<wbr>process/<wbr>config.test.ts</code></td>\n</tr>\n<tr>\n<td>Find the key from a link in logs</td>\n<td>No log, response, referrer or cache contains it</td>\n<td><code>server/<wbr>http/<wbr>messages/<wbr>keys-in-links.test.ts</code></td>\n</tr>\n<tr>\n<td>Access another account's IDs, people, connections, files, templates, cursors or idempotency keys</td>\n<td>The account is part of every query</td>\n<td><code>server/<wbr>tests/<wbr>tenancy.test.ts</code>, <code>server/<wbr>tests/<wbr>generated-requests.test.ts</code></td>\n</tr>\n<tr>\n<td>Read another account's events</td>\n<td>Event IDs belong to an account</td>\n<td><code>server/<wbr>http/<wbr>events/<wbr>event-stream.test.ts</code></td>\n</tr>\n<tr>\n<td>Attack parsers or queries: SQL, NUL, deep nesting, compression bombs, broken HTTP</td>\n<td>Schema validation before any rule, bound SQL parameters, size limits</td>\n<td><code>server/<wbr>tests/<wbr>hostile.test.ts</code>, <code>server/<wbr>http/<wbr>plugins/<wbr>client-error.test.ts</code>, <code>server/<wbr>http/<wbr>request/<wbr>form.test.ts</code></td>\n</tr>\n<tr>\n<td>Flood the server</td>\n<td>Rate limit per key before the body is read, bounded bodies, bounded event streams</td>\n<td><code>server/<wbr>http/<wbr>plugins/<wbr>rate-limit.test.ts</code>, <code>server/<wbr>http/<wbr>events/<wbr>event-stream-strain.test.ts</code></td>\n</tr>\n<tr>\n<td>Send a message twice with concurrent retries</td>\n<td>The idempotency key is part of the send's transaction</td>\n<td><code>server/<wbr>http/<wbr>messages/<wbr>idempotency.test.ts</code>, <code>server/<wbr>http/<wbr>messages/<wbr>link-repeats.test.ts</code></td>\n</tr>\n<tr>\n<td>Reach the internal network through webhook or media URLs, redirects or changing DNS (SSRF)</td>\n<td>Only https and public addresses, checked at connection time and on each redirect</td>\n<td><code>server/<wbr>outbound/<wbr>outbound.test.ts</code>, <code>server/<wbr>outbound/<wbr>webhook-address.test.ts</code>, <code>server/<wbr>outbound/<wbr>media-url.test.ts</code></td>\n</tr>\n<tr>\n<td>Delay others with a slow receiver</td>\n<td>At most 8 deliveries per account at once in a worker</td>\n<td><code>server/<wbr>worker/<wbr>webhooks/<wbr>isolation.test.ts</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 3,
              "anchor": "networks-customers-and-websites",
              "title": "Networks, customers and websites",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Networks, customers and websites\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Threat</th>\n<th>Defense</th>\n<th>Test</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Forge a callback from Meta</td>\n<td>Signature over the raw body, compared in constant time</td>\n<td><code>server/<wbr>http/<wbr>callbacks/<wbr>routes.test.ts</code></td>\n</tr>\n<tr>\n<td>Send callbacks for another app's connections</td>\n<td>The server finds a connection by app and provider ID together</td>\n<td><code>server/<wbr>tests/<wbr>tenancy.test.ts</code></td>\n</tr>\n<tr>\n<td>Replay or change a webhook</td>\n<td>Signature with a timestamp. The SDK refuses signatures older than 5 minutes</td>\n<td><code>sdk/<wbr>webhooks.test.ts</code>, <code>conformance/<wbr>cases/<wbr>6/<wbr>6-events.ts</code></td>\n</tr>\n<tr>\n<td>Guess a link to a customer's file</td>\n<td>256-bit HMAC over account, message and expiry</td>\n<td><code>server/<wbr>http/<wbr>media/<wbr>received-media.test.ts</code></td>\n</tr>\n<tr>\n<td>Send a file that runs in a browser</td>\n<td>Only images, audio and video display inline; all files are sandboxed, without type sniffing</td>\n<td><code>server/<wbr>http/<wbr>media/<wbr>received-media.test.ts</code>, <code>server/<wbr>http/<wbr>plugins/<wbr>safety.test.ts</code></td>\n</tr>\n<tr>\n<td>Steal a provider token with a redirect</td>\n<td>Tokens go only to the provider's hosts</td>\n<td><code>server/<wbr>outbound/<wbr>file.test.ts</code></td>\n</tr>\n<tr>\n<td>Inject markup or script</td>\n<td>Pages escape all values; CSP forbids inline script and style; the chat enforces Trusted Types</td>\n<td><code>server/<wbr>http/<wbr>plugins/<wbr>safety.test.ts</code>, <code>server/<wbr>http/<wbr>web-chat/<wbr>access.test.ts</code>, <code>cli/<wbr>tests/<wbr>web-chat.test.ts</code></td>\n</tr>\n<tr>\n<td>Clickjacking</td>\n<td><code>frame-ancestors</code> allows no site, or the listed sites of a chat</td>\n<td><code>server/<wbr>http/<wbr>plugins/<wbr>safety.test.ts</code>, <code>server/<wbr>http/<wbr>web-chat/<wbr>access.test.ts</code></td>\n</tr>\n<tr>\n<td>Use a chat from another site, or as another visitor</td>\n<td>The full origin is compared; visitor IDs are signed for one chat</td>\n<td><code>server/<wbr>http/<wbr>web-chat/<wbr>access.test.ts</code></td>\n</tr>\n<tr>\n<td>Downgrade https</td>\n<td>HSTS if the public URL is https; secure cookies</td>\n<td><code>server/<wbr>http/<wbr>plugins/<wbr>safety.test.ts</code>, <code>server/<wbr>http/<wbr>web-chat/<wbr>access.test.ts</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 3,
              "anchor": "access-to-the-machine-logs-or-backups",
              "title": "Access to the machine, logs or backups",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Access to the machine, logs or backups\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Threat</th>\n<th>Defense</th>\n<th>Test</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Read the database or a backup</td>\n<td>Keys are hashes. Tokens and secrets are encrypted with AES-256-GCM</td>\n<td><code>server/<wbr>secrets.test.ts</code>, <code>server/<wbr>process/<wbr>secret-check.test.ts</code></td>\n</tr>\n<tr>\n<td>Read the logs</td>\n<td>Log lines contain IDs and codes, but no texts, phone numbers, keys or tokens</td>\n<td><code>server/<wbr>process/<wbr>log.test.ts</code>, <code>conformance/<wbr>own-server.test.ts</code></td>\n</tr>\n<tr>\n<td>Make an error message quote a secret</td>\n<td>The log redacts quoted values and anything that looks like a secret</td>\n<td><code>server/<wbr>process/<wbr>log.test.ts</code></td>\n</tr>\n<tr>\n<td>Read another user's files</td>\n<td>SQLite files and CLI profiles have mode 600. A key goes only to its server</td>\n<td><code>cli/<wbr>commands/<wbr>run/<wbr>dev.test.ts</code>, <code>cli/<wbr>settings/<wbr>settings.test.ts</code>, <code>cli/<wbr>output/<wbr>output.test.ts</code></td>\n</tr>\n<tr>\n<td>Read metrics remotely</td>\n<td>They listen on loopback, on a separate port</td>\n<td><code>server/<wbr>http/<wbr>metrics-server.test.ts</code></td>\n</tr>\n<tr>\n<td>Change a dependency</td>\n<td>The lock file pins hashes; installing compiles nothing</td>\n<td><code>openapi/<wbr>workspace.test.ts</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "data-retention",
              "title": "Data retention",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Data retention\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Data</th>\n<th>Kept for</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Messages, deliveries, callbacks</td>\n<td>90 days; unsent messages stay</td>\n</tr>\n<tr>\n<td>Uploaded files (at the provider)</td>\n<td>30 days</td>\n</tr>\n<tr>\n<td>Events of the event stream</td>\n<td>7 days</td>\n</tr>\n<tr>\n<td>Responses to an <code>Idempotency-Key</code></td>\n<td>24 hours</td>\n</tr>\n<tr>\n<td>Contacts, conversations, lists, campaign results, flow runs</td>\n<td>Until you erase them</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A worker deletes old rows every hour. A SQLite file does not shrink, but reuses the space. To shrink it, stop the server and run <code>VACUUM</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "export-or-erase-a-person",
              "title": "Export or erase a person",
              "html": "<pre tabindex=\"0\"><code>npx wigwag admin people export &quot;+90 555 111 22 33&quot; --account 1 --file ada.json\nnpx wigwag admin people erase &quot;+90 555 111 22 33&quot; --account 1 --dry-run\nnpx wigwag admin people erase &quot;+90 555 111 22 33&quot; --account 1 --yes\n</code></pre>\n<p>The export contains everything that wigwag stores about the person. Erasing removes the person from all tables while the server runs.\nQueued messages fail as <code>erased</code>, and flows stop. Reports keep only anonymous counts. A hash of each received message's ID stays for 90\ndays, so that a callback that Meta repeats does not bring the message back. If the command exits with 1 or is interrupted, run it again\nuntil it exits with 4, which means that no data is left.</p>\n<p>The last step rewrites a SQLite file, so that no deleted bytes remain. It takes one or two seconds per 100 MB, during which writes wait,\nand needs free space for two copies. For a file over 100 MB, stop the server first. On PostgreSQL, autovacuum frees the space.</p>\n<p>Erase a person separately for each phone number and channel ID. The command cannot reach:</p>\n<ul>\n<li>backups, WAL archives, <code>wigwag.db.before-...</code>, <code>wigwag.db.moved</code> and exported files: delete them</li>\n<li>the provider, and your own systems</li>\n<li>your own lists: erasing also removes the opt-out, so remove the person from them</li>\n</ul>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/operations\">Operations</a> shows backups, upgrades and alerts.</li>\n<li><a href=\"/developers/docs/configuration#change-the-secret-key\">Configuration</a> shows how to change the secret key.</li>\n<li><a href=\"/developers/docs/authentication\">Authentication</a> covers keys, scopes and allowed addresses.</li>\n</ul>\n"
            }
          ]
        }
      ]
    },
    {
      "title": "Tools",
      "pages": [
        {
          "slug": "cli",
          "title": "CLI",
          "description": "Look up the commands of `wigwag`, and how it chooses a server and a key.",
          "sections": [
            {
              "level": 1,
              "anchor": "cli",
              "title": "CLI",
              "html": "<p>This page lists all commands of <code>wigwag</code>, how it chooses a server and a key, and what it prints.</p>\n<p>In a clone, run it as <code>npx wigwag</code>. Commands that it prints then start with <code>npx</code>. <code>wigwag COMMAND --help</code> shows all options, with examples.</p>\n"
            },
            {
              "level": 2,
              "anchor": "commands",
              "title": "Commands",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Commands\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Command</th>\n<th>Does</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>wigwag send TEXT --to ..</code></td>\n<td>Sends a text, a file (<code>--image</code>, <code>--document</code> ..), a location, <code>--buttons</code> or a <code>--list</code>. <code>-</code> reads the text from stdin; <code>--wait read</code> waits until the message is read</td>\n</tr>\n<tr>\n<td><code>wigwag send template NAME --to .. --var ..</code></td>\n<td>Sends an approved template</td>\n</tr>\n<tr>\n<td><code>wigwag send .. --csv FILE</code></td>\n<td>Sends to <a href=\"#send-to-a-csv-file\">every row of a file</a>, and can be resumed</td>\n</tr>\n<tr>\n<td><code>wigwag messages get|wait</code></td>\n<td>Shows a message, or waits for its status</td>\n</tr>\n<tr>\n<td><code>wigwag templates list|get|preview</code></td>\n<td>Shows templates; <code>preview</code> shows one as it appears on a phone</td>\n</tr>\n<tr>\n<td><code>wigwag media upload FILE</code></td>\n<td>Uploads a file for WhatsApp</td>\n</tr>\n<tr>\n<td><code>wigwag listen</code></td>\n<td>Shows events as they happen, without a public address</td>\n</tr>\n<tr>\n<td><code>wigwag listen --receive</code></td>\n<td>Runs a local webhook receiver that verifies and shows events</td>\n</tr>\n<tr>\n<td><code>wigwag listen --forward-to URL ..</code></td>\n<td>Forwards each event, signed as the server signs it, and shows the response</td>\n</tr>\n<tr>\n<td><code>wigwag inbox</code>, <code>wigwag chat PHONE</code></td>\n<td>Shows conversations on a screen: read, reply, assign, close, search</td>\n</tr>\n<tr>\n<td><code>wigwag trigger EVENT --override a.b=c</code></td>\n<td>Triggers an event in <code>wigwag dev</code>; with <code>--sample</code>, makes any server send a sample event to its webhook address</td>\n</tr>\n<tr>\n<td><code>wigwag webhooks test|verify|sign</code></td>\n<td>Sends a sample event; checks a signature offline; signs for tests</td>\n</tr>\n<tr>\n<td><code>wigwag conversations list|get|history|assign|close|open|read</code></td>\n<td>Shows and changes conversations</td>\n</tr>\n<tr>\n<td><code>wigwag contacts list|get|create|update|window</code></td>\n<td>Shows and changes contacts; <code>window</code> shows what you can send now</td>\n</tr>\n<tr>\n<td><code>wigwag opt-outs list|add|remove</code></td>\n<td>Manages people who receive no marketing</td>\n</tr>\n<tr>\n<td><code>wigwag blocks list|add|remove</code></td>\n<td>Manages people who receive nothing</td>\n</tr>\n<tr>\n<td><code>wigwag flows init|validate|create|list|get|update|delete|activate|deactivate|runs|stats|test</code></td>\n<td>Manages <a href=\"/developers/docs/flows\">flows</a>, from a YAML or JSON file</td>\n</tr>\n<tr>\n<td><code>wigwag stats</code></td>\n<td>Shows counts as bars; <code>--daily</code> adds sparklines of the daily counts</td>\n</tr>\n<tr>\n<td><code>wigwag labels list</code>, <code>wigwag agents list</code></td>\n<td>Shows labels and agents</td>\n</tr>\n<tr>\n<td><code>wigwag me</code>, <code>wigwag channels</code></td>\n<td>Shows the key and its account; what each channel can do</td>\n</tr>\n<tr>\n<td><code>wigwag profiles add|list|use|remove|show</code></td>\n<td>Manages named servers and their keys</td>\n</tr>\n<tr>\n<td><code>wigwag alias set|list|delete</code></td>\n<td>Manages <a href=\"#aliases\">your own names</a> for commands</td>\n</tr>\n<tr>\n<td><code>wigwag api METHOD PATH</code></td>\n<td>Calls any operation, with <code>-d JSON</code> or <code>-f name=value</code>; <code>--paginate</code> loads every page of a list</td>\n</tr>\n<tr>\n<td><code>wigwag mcp</code></td>\n<td>Lets <a href=\"#agents\">agents</a> send and read messages, as an MCP server</td>\n</tr>\n<tr>\n<td><code>wigwag demo</code></td>\n<td>Plays conversations with a local server, mock and webhooks, then exits</td>\n</tr>\n<tr>\n<td><code>wigwag dev</code></td>\n<td>Runs server, worker, mock and control port with a demo account, and prints each request. Takes the next free port if a usual one is in use. <code>--json</code> prints one line when ready</td>\n</tr>\n<tr>\n<td><code>wigwag logs</code></td>\n<td>Follows the requests to the <code>wigwag dev</code> of this folder</td>\n</tr>\n<tr>\n<td><code>wigwag init</code></td>\n<td>Creates a server in a folder: <code>wigwag.env</code>, a database, the first keys</td>\n</tr>\n<tr>\n<td><code>wigwag serve</code></td>\n<td>Runs the server with its <a href=\"/developers/docs/configuration\">variables</a></td>\n</tr>\n<tr>\n<td><code>wigwag mock</code></td>\n<td>Runs <a href=\"/developers/docs/mock-provider\">the mock</a> alone. <code>--json</code> prints one line when ready</td>\n</tr>\n<tr>\n<td><code>wigwag record</code></td>\n<td>Saves the traffic between an app and Meta <a href=\"/developers/docs/mock-provider#record-and-replay-meta\">as a redacted cassette</a></td>\n</tr>\n<tr>\n<td><code>wigwag replay</code></td>\n<td>Plays a cassette to an app, and exits with 1 if the app's requests differ</td>\n</tr>\n<tr>\n<td><code>wigwag mock diff</code></td>\n<td>Shows where the mock's responses differ from a cassette, and exits with 1 if they do</td>\n</tr>\n<tr>\n<td><code>wigwag admin ...</code></td>\n<td>Manages accounts, keys, apps, connections, labels, agents, templates, webhook addresses, deliveries, backups and personal data, directly in the database. <code>wigwag admin --url URL ...</code> uses the <a href=\"/developers/docs/operations#admin-api\">admin API</a> instead</td>\n</tr>\n<tr>\n<td><code>wigwag admin campaigns ...</code></td>\n<td>Sends a template to a list of people; see <a href=\"/developers/docs/campaigns\">Campaigns</a></td>\n</tr>\n<tr>\n<td><code>wigwag doctor</code></td>\n<td>Checks key, clock, webhook address, tokens, database and port, with a fix for each problem</td>\n</tr>\n<tr>\n<td><code>wigwag conformance</code></td>\n<td>Tests a server against the API; see <a href=\"/developers/docs/conformance\">Conformance</a></td>\n</tr>\n<tr>\n<td><code>wigwag conformance diff|matrix|receiver|integration</code></td>\n<td>Compares reports; tests a webhook receiver, or an app that uses Meta's Graph API</td>\n</tr>\n<tr>\n<td><code>wigwag completion bash|zsh|fish</code></td>\n<td>Prints shell completions, which also offer your profiles, templates, flows, agents and accounts</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "agents",
              "title": "Agents",
              "html": "<p><code>wigwag mcp</code> is a server of the <a href=\"https://modelcontextprotocol.io\">Model Context Protocol</a>. It gives an agent 14 tools: send a message or a\ntemplate, follow its status, wait for a reply, find contacts, read conversations, check the window, and list templates, flows and channels.\nAdd it to the configuration of your agent:</p>\n<pre tabindex=\"0\"><code>{\n  &quot;mcpServers&quot;: {\n    &quot;wigwag&quot;: { &quot;command&quot;: &quot;npx&quot;, &quot;args&quot;: [&quot;wigwag&quot;, &quot;mcp&quot;, &quot;--dev&quot;] }\n  }\n}\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Agents\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Option</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>--dev</code></td>\n<td>Starts a local server with a mock of Meta, in memory. Nothing leaves your machine</td>\n</tr>\n<tr>\n<td>none</td>\n<td>Uses the server and key of your <a href=\"#choose-a-server-and-a-key\">settings</a>. The key must be a test key, or of a local <code>wigwag dev</code></td>\n</tr>\n<tr>\n<td><code>--live</code></td>\n<td>Allows a live key, which writes to real people</td>\n</tr>\n<tr>\n<td><code>--allow-sends</code></td>\n<td>Tools that send need no <code>confirm: true</code>. Without it, the tool asks the agent to get your approval</td>\n</tr>\n<tr>\n<td><code>--http</code>, <code>--port</code></td>\n<td>Serves streamable HTTP at <code>http:/<wbr>/<wbr>127.0.0.1:3003/<wbr>mcp</code> instead of stdio. Any program on this machine can use it</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The arguments and texts of the tools come from the API document. A result of a failed call has the error's <code>fix</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "choose-a-server-and-a-key",
              "title": "Choose a server and a key",
              "html": "<p>The first match wins:</p>\n<ol>\n<li><code>--base-url</code> or <code>--profile</code></li>\n<li><code>WIGWAG_<wbr>BASE_<wbr>URL</code>, <code>WIGWAG_<wbr>API_<wbr>KEY</code>, <code>WIGWAG_<wbr>SIGNING_<wbr>SECRET</code>, <code>WIGWAG_<wbr>PROFILE</code></li>\n<li><code>wigwag.json</code> in this folder or a parent folder. It contains <code>profile</code> or <code>base_<wbr>url</code>, never a key</li>\n<li>The <code>wigwag dev</code> that was last started in this folder or a parent folder</li>\n<li>The profile chosen with <code>wigwag profiles use</code></li>\n</ol>\n<pre tabindex=\"0\"><code>npx wigwag profiles show\nnpx wigwag me\n</code></pre>\n<p><code>wigwag profiles show</code> prints the settings in effect and their source. Profiles are in <code>$XDG_<wbr>CONFIG_<wbr>HOME/<wbr>wigwag/<wbr>profiles.json</code>, which\nonly you can read. The CLI reads keys from <code>WIGWAG_<wbr>API_<wbr>KEY</code> or stdin, never from arguments, which other users could see.</p>\n<p>The CLI sends <code>WIGWAG_<wbr>API_<wbr>KEY</code> to <code>--base-url</code>, <code>WIGWAG_<wbr>BASE_<wbr>URL</code>, a chosen profile, or this machine. If the address of another machine\ncomes only from a file in the folder, that file may be untrusted: the command explains this, sends nothing and exits with 2.</p>\n<p>You can write <code>--profile NAME</code> before or after the command.</p>\n<p><code>dev</code>, <code>serve</code>, <code>mock</code>, <code>demo</code>, <code>init</code> and <code>admin</code> do not use profiles. <code>admin</code> needs <code>--account</code> only if there are several accounts. If <code>WIGWAG_<wbr>SECRET_<wbr>KEY</code> is not set, <code>admin</code> uses <code>wigwag.env</code> in\nthe current folder. Without that file, it uses the <code>wigwag dev</code> in that folder and prints a note. While that server\nruns, <code>admin</code> calls it over HTTP; otherwise it opens its database.</p>\n"
            },
            {
              "level": 2,
              "anchor": "aliases",
              "title": "Aliases",
              "html": "<p>Give a name to a command that you use often:</p>\n<pre tabindex=\"0\"><code>npx wigwag alias set find 'contacts list --search &quot;$1&quot;'\nnpx wigwag find Ada --json\nnpx wigwag help find\n</code></pre>\n<p>Write the command without <code>wigwag</code>. <code>$1</code> is the alias's first argument, even inside double quotes; inside single quotes, <code>$1</code> is plain text.\nOther arguments follow the command. An alias cannot have the name of a command. The aliases are in the same file as the profiles, and\n<code>wigwag --help</code> and the completions list them.</p>\n"
            },
            {
              "level": 2,
              "anchor": "control-the-output",
              "title": "Control the output",
              "html": "<pre tabindex=\"0\"><code>npx wigwag channels --json\nnpx wigwag templates list --output csv\nnpx wigwag send &quot;Hello&quot; --to 905551112233 --dry-run\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Control the output\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Option</th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>--json</code>, <code>--jsonl</code>, <code>--output table|json|jsonl|csv</code></td>\n<td>Sets the format</td>\n</tr>\n<tr>\n<td><code>--jq EXPRESSION</code></td>\n<td>Filters JSON</td>\n</tr>\n<tr>\n<td><code>--dry-run</code></td>\n<td>Prints the request as a <code>curl</code> command and sends nothing</td>\n</tr>\n<tr>\n<td><code>--verbose</code></td>\n<td>Shows requests, responses and times</td>\n</tr>\n<tr>\n<td><code>--quiet</code></td>\n<td>Prints only data and errors</td>\n</tr>\n<tr>\n<td><code>--retries</code></td>\n<td>Retries as the <a href=\"/developers/docs/errors\">error table</a> allows</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Every command that prints records has these output options, <code>admin</code> included. Data goes to stdout and everything else to stderr. An empty\nlist is <code>[]</code>, a CSV header, or <code>none</code> on stderr. With <code>--json</code>, <code>--jsonl</code> or <code>--jq</code>, the last line of stderr is the error as JSON, such as\n<code>{&quot;error&quot;:{&quot;code&quot;:&quot;FLOW_<wbr>NOT_<wbr>FOUND&quot;,&quot;message&quot;:&quot;There is no flow 99.&quot;,&quot;fix&quot;:&quot;..&quot;,&quot;exit_<wbr>code&quot;:4}}</code>. Screens and tables show local times (<code>TZ</code>); JSON and CSV show UTC. CSV puts an apostrophe\nbefore text that a spreadsheet would run as a formula. <code>NO_<wbr>COLOR</code> turns colors off.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Control the output, table 2\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Exit code</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>0</td>\n<td>Done. Also for <code>dev</code>, <code>serve</code>, <code>mock</code>, <code>listen</code>, <code>inbox</code> and <code>chat</code> after Ctrl-C or <code>SIGTERM</code></td>\n</tr>\n<tr>\n<td>1</td>\n<td>The command failed, or the awaited status was not reached</td>\n</tr>\n<tr>\n<td>2</td>\n<td>Wrong usage, or a problem on this machine</td>\n</tr>\n<tr>\n<td>3</td>\n<td>The key is missing, unknown or not allowed</td>\n</tr>\n<tr>\n<td>4</td>\n<td>Not found</td>\n</tr>\n<tr>\n<td>5</td>\n<td>Refused by a rule</td>\n</tr>\n<tr>\n<td>6</td>\n<td>Over the rate limit</td>\n</tr>\n<tr>\n<td>7</td>\n<td>The server or its provider is unavailable</td>\n</tr>\n<tr>\n<td>130</td>\n<td>Interrupted</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>conformance</code> has <a href=\"/developers/docs/conformance\">different codes</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "send-to-a-csv-file",
              "title": "Send to a CSV file",
              "html": "<pre tabindex=\"0\"><code>npx wigwag send &quot;Hello {{name}}, your order is ready.&quot; --csv people.csv --dry-run\nnpx wigwag send &quot;Hello {{name}}, your order is ready.&quot; --csv people.csv\n</code></pre>\n<p>The recipient is in the column <code>to</code> or <code>phone</code>, and <code>{{column}}</code> inserts a value. Without <code>--var</code>, a template takes the columns with the\nnames of its variables, or <code>var1</code>, <code>var2</code> for numbered ones. <code>--csv -</code> reads stdin.</p>\n<p>Results go to <code>people.csv.results.csv</code>, one row at a time. After Ctrl-C, a crash or an outage, run the same command again: it skips rows\nthat were sent and retries refused rows. Each row has an idempotency key, so no row is sent twice within 24 hours. A person in two rows\ngets two messages. For lists that the server sends on its own schedule, use <a href=\"/developers/docs/campaigns\">Campaigns</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "listen-and-forward",
              "title": "Listen and forward",
              "html": "<pre tabindex=\"0\"><code>npx wigwag listen --events message.received --print json\nnpx wigwag listen --forward-to http://127.0.0.1:4010/webhooks\nnpx wigwag listen --last-event-id 0\n</code></pre>\n<p>On a terminal, <code>listen</code> has an interactive screen: <code>d</code> shows an event, <code>r</code> forwards it again, <code>o</code> shows a <code>curl</code> command, <code>/</code> filters, <code>?</code>\nshows all keys. Without a terminal, or with <code>--print lines</code>, each event is a line. <code>--filter</code> takes words, or <code>field=value</code> such as\n<code>status=failed</code>. After a disconnection, <code>listen</code> shows the missed events. <code>--last-event-id 0</code> shows all stored events, up to 7 days.</p>\n<p><code>--forward-to</code> signs with the server's signing secret if it is known (<code>WIGWAG_<wbr>SIGNING_<wbr>SECRET</code>, a profile, or <code>wigwag dev</code>); otherwise it\ngenerates one and prints it. A receiver has 10 seconds to respond. Failed forwards are shown and not retried.</p>\n"
            },
            {
              "level": 2,
              "anchor": "use-the-terminal-screens",
              "title": "Use the terminal screens",
              "html": "<pre tabindex=\"0\"><code>npx wigwag inbox\nnpx wigwag chat 905551112233\n</code></pre>\n<p><code>?</code> shows the keys of <code>inbox</code> and <code>listen</code>; <code>chat</code> shows them in the last line. Enter sends a reply, Alt-Enter (or Ctrl-J) starts a new\nline in it, and pasted line breaks stay in the text. Ctrl-L draws the screen again, and Ctrl-Z stops the command until <code>fg</code>. A refused reply returns to the input line, with the fix above it. In <code>inbox</code>, Esc keeps a draft per conversation.</p>\n<p><code>inbox</code> starts with the 100 conversations that have the newest messages, and 50 messages of each. It loads more as you scroll, and\nsearches what it has loaded. <code>listen</code> keeps the latest 1,000 events. Without a terminal, <code>inbox</code> prints a list and <code>chat</code> the messages.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/quickstart\">Quickstart</a> uses the most common commands.</li>\n<li><a href=\"/developers/docs/receiving\">Receiving</a> covers webhooks and the event stream.</li>\n<li><a href=\"/developers/docs/configuration\">Configuration</a> lists the server's variables.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "sdk",
          "title": "SDK",
          "description": "Look up the methods, options, retries and errors of `@wigwag/sdk`.",
          "sections": [
            {
              "level": 1,
              "anchor": "sdk",
              "title": "SDK",
              "html": "<p>This page is the reference of <code>@wigwag/<wbr>sdk</code>: its methods, options, retries, errors and helpers.</p>\n"
            },
            {
              "level": 2,
              "anchor": "call-an-operation",
              "title": "Call an operation",
              "html": "<p>Every operation is a method of its group: <code>account</code>, <code>messages</code>, <code>templates</code>, <code>media</code>, <code>contacts</code>, <code>optOuts</code>, <code>blockedNumbers</code>,\n<code>conversations</code>, <code>flows</code>, <code>reports</code>, <code>webhooks</code>. Pass the path parameters first, then the body or the query, then options:</p>\n<p class=\"file\"><code>call.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst { account } = await wigwag.account.me({ timeout: 5_000 });\nconsole.log(account.name);\n\nconst { data, requestId, rateLimit } = await wigwag.templates.list({ limit: 1 }).withResponse();\nconsole.log(data.templates.length, typeof requestId, rateLimit.limit);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>Demo\n1 string 1800\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Call an operation\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Option</th>\n<th>Of</th>\n<th>Default</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>apiKey</code></td>\n<td>client</td>\n<td><code>WIGWAG_<wbr>API_<wbr>KEY</code></td>\n<td>Required</td>\n</tr>\n<tr>\n<td><code>baseUrl</code></td>\n<td>client</td>\n<td><code>WIGWAG_<wbr>BASE_<wbr>URL</code>, or <code>http:/<wbr>/<wbr>127.0.0.1:3000/<wbr>api/<wbr>v1</code></td>\n<td>Address of the API</td>\n</tr>\n<tr>\n<td><code>timeout</code></td>\n<td>client, call</td>\n<td>60,000 ms</td>\n<td>Covers one attempt, until the whole response is read; <code>Infinity</code> disables it</td>\n</tr>\n<tr>\n<td><code>maxRetries</code></td>\n<td>client, call</td>\n<td>2</td>\n<td>See <a href=\"#retries\">Retries</a></td>\n</tr>\n<tr>\n<td><code>signal</code></td>\n<td>call</td>\n<td></td>\n<td>Ends the call and its waits</td>\n</tr>\n<tr>\n<td><code>idempotencyKey</code></td>\n<td>send</td>\n<td>random</td>\n<td>The same for all attempts of the call</td>\n</tr>\n<tr>\n<td><code>headers</code></td>\n<td>client, call</td>\n<td>none</td>\n<td>Headers of the call replace those of the client</td>\n</tr>\n<tr>\n<td><code>fetch</code></td>\n<td>client</td>\n<td>global <code>fetch</code></td>\n<td>Receives a <code>Request</code> and <code>fetchOptions</code></td>\n</tr>\n<tr>\n<td><code>fetchOptions</code></td>\n<td>client, call</td>\n<td>none</td>\n<td>Options of the runtime's <code>fetch</code>, such as a <a href=\"#proxies\">proxy</a></td>\n</tr>\n<tr>\n<td><code>app</code></td>\n<td>client</td>\n<td>none</td>\n<td>Name and version of your app, such as <code>shop/<wbr>1.2</code>, for the header <code>User-Agent</code></td>\n</tr>\n<tr>\n<td><code>logger</code></td>\n<td>client</td>\n<td>as <code>WIGWAG_<wbr>LOG</code> says</td>\n<td>Receives each attempt and wait, without keys, bodies or phone numbers</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Wrong arguments and unknown options throw a <code>TypeError</code> before anything is sent. In bundles for browsers and edge workers, only\ndevelopment builds check them. The SDK does not follow redirects, so that keys and bodies go only to the address that you chose.</p>\n<p>The environment variables apply in Node, Bun, Deno (with <code>--allow-env</code>) and edge workers. <code>WIGWAG_<wbr>LOG</code> prints lines on stderr: <code>debug</code>\nprints attempts, responses and retries, <code>info</code> only responses and retries, <code>warn</code> only retries, and <code>off</code> nothing.</p>\n<p><code>User-Agent</code> is <code>shop/<wbr>1.2 wigwag-sdk/<wbr>0.1.0 Node.js/<wbr>24</code>. Bundles for browsers do not set it, because browsers send their own and may forbid\nanother one.</p>\n"
            },
            {
              "level": 2,
              "anchor": "call-any-path",
              "title": "Call any path",
              "html": "<p><code>wigwag.request</code> calls operations that your version of the SDK does not know, with the same retries and errors:</p>\n<p class=\"file\"><code>raw.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ baseUrl: process.env.WIGWAG_URL });\n\nconst { account } = await wigwag.request('GET', '/me');\nconsole.log(account.name);\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>Demo\n</code></pre>\n<p>The options are those of a call, and <code>query</code>, <code>body</code>, <code>idempotencyKey</code> and <code>params</code>, the values of <code>{names}</code> in the path. A POST\nwithout an <code>idempotencyKey</code> is not repeated after a lost connection.</p>\n<p><code>wigwag.client</code> is the <a href=\"https://openapi-ts.dev/openapi-fetch/\">openapi-fetch</a> client, with the key but without retries or exceptions.</p>\n"
            },
            {
              "level": 2,
              "anchor": "proxies",
              "title": "Proxies",
              "html": "<p>Node uses the proxy in <code>HTTPS_<wbr>PROXY</code> if <code>NODE_<wbr>USE_<wbr>ENV_<wbr>PROXY=1</code> is set. To choose a proxy in code, pass what the runtime's <code>fetch</code> accepts:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Proxies\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Runtime</th>\n<th><code>fetchOptions</code></th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Node</td>\n<td><code>{ dispatcher: new ProxyAgent('http:/<wbr>/<wbr>proxy.example:8080') }</code>, from <a href=\"https://undici.nodejs.org\">undici</a> 7</td>\n</tr>\n<tr>\n<td>Bun</td>\n<td><code>{ proxy: 'http:/<wbr>/<wbr>proxy.example:8080' }</code></td>\n</tr>\n<tr>\n<td>Deno</td>\n<td><code>{ client: Deno.createHttpClient({ proxy: { url: 'http:/<wbr>/<wbr>proxy.example:8080' } }) }</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "iterate-over-lists",
              "title": "Iterate over lists",
              "html": "<p class=\"file\"><code>lists.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nfor await (const contact of wigwag.contacts.list()) console.log(contact.phone);\nconst some = await wigwag.contacts.list().toArray({ limit: 500 });\nconst { contacts, pagination } = await wigwag.contacts.list(); // the first page\nfor await (const page of wigwag.contacts.list().pages()) console.log(page.pagination.count);\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "handle-errors",
              "title": "Handle errors",
              "html": "<p>API errors are instances of <code>ApiError</code> with <code>code</code>, <code>http</code>, <code>problem</code>, <code>reason</code>, <code>fix</code>, <code>param</code>, <code>errors</code>, <code>providerError</code>, <code>docs</code>, <code>requestId</code>\nand <code>retryAfter</code>. <code>isApiError(error, 'WINDOW_<wbr>CLOSED')</code> checks for a code.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Handle errors\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Class</th>\n<th>Thrown for</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>AuthenticationError</code>, <code>PermissionError</code>, <code>NotFoundError</code>, <code>ConflictError</code>, <code>InvalidRequestError</code>, <code>RateLimitError</code>, <code>ProviderError</code>, <code>ServerError</code></td>\n<td>Families of codes</td>\n</tr>\n<tr>\n<td><code>WindowError</code>, <code>RecipientError</code>, <code>TemplateError</code>, <code>MediaError</code></td>\n<td>Codes that start with this word</td>\n</tr>\n<tr>\n<td><code>ConnectionError</code>; <code>TimeoutError</code> and <code>UnexpectedAnswerError</code> extend it</td>\n<td>No valid response arrived</td>\n</tr>\n<tr>\n<td><code>MessageStatusError</code></td>\n<td><code>sendAndWait</code>: the message was accepted, then something failed. Look up <code>messageId</code>; do not send again</td>\n</tr>\n<tr>\n<td><code>SignatureError</code></td>\n<td>A webhook is not authentic; <code>problem</code> says why</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>See <a href=\"/developers/docs/errors\">Errors</a> for all codes.</p>\n"
            },
            {
              "level": 2,
              "anchor": "retries",
              "title": "Retries",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Retries\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>What happened</th>\n<th>Retried</th>\n<th>After</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>RATE_<wbr>LIMITED</code></td>\n<td>always</td>\n<td><code>Retry-After</code></td>\n</tr>\n<tr>\n<td><code>PROVIDER_<wbr>UNAVAILABLE</code>, <code>INTERNAL_<wbr>ERROR</code></td>\n<td>repeatable calls</td>\n<td>30 s, 2 min, 5 min, or <code>Retry-After</code></td>\n</tr>\n<tr>\n<td><code>MEDIA_<wbr>UPLOAD_<wbr>FAILED</code></td>\n<td>files, not streams</td>\n<td>the same</td>\n</tr>\n<tr>\n<td>Connection lost, timeout</td>\n<td>repeatable calls</td>\n<td>0.5 s, 1 s, 2 s ...</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Repeatable calls are sends (they have an idempotency key), uploads of files, and every call whose HTTP method is not POST. Each delay is\nextended at random by up to 25%. If the server requests a wait of more than 5 minutes, the call fails immediately. In code that a user waits\nfor, set <code>signal: AbortSignal.timeout(10_<wbr>000)</code> or <code>maxRetries: 0</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "receive-events",
              "title": "Receive events",
              "html": "<p><code>wigwag.events()</code> reads the <a href=\"/developers/docs/receiving\">event stream</a> and reconnects without losing events:</p>\n<pre tabindex=\"0\"><code>for await (const event of wigwag.events({ lastEventId: await load() })) {\n  if (event.event === 'message.received') console.log(event.data.message.text);\n  await save(event.id);\n}\n</code></pre>\n<p><code>onConnect({ missed, gap, reconnected })</code> reports missed events; <code>gap</code> means that some are no longer stored.</p>\n<p><code>@wigwag/<wbr>sdk/<wbr>webhooks</code> has <code>nodeHandler</code> (node:http, Express), <code>hapiRoute</code>, <code>fastifyPlugin</code> and <code>fetchHandler</code> (edge workers, Hono, Next.js,\nBun, Deno), <code>constructEvent</code> for everything else, and <code>StatusTracker</code>, which drops duplicate and late statuses. <code>secret</code> can be an array while you\nchange it. A <code>SignatureError</code> has one of these problems: <code>no_<wbr>secret</code>, <code>body_<wbr>parsed</code>, <code>header_<wbr>missing</code>, <code>header_<wbr>malformed</code>,\n<code>timestamp_<wbr>too_<wbr>old</code>, <code>timestamp_<wbr>in_<wbr>future</code>, <code>body_<wbr>reserialised</code>, <code>body_<wbr>changed</code>, <code>wrong_<wbr>secret</code>, <code>body_<wbr>not_<wbr>json</code>. Handlers respond to it\nwith 400. Set <code>onError: console.error</code> to see it. Without <code>onError</code>, handlers print only the errors of <code>onEvent</code>.</p>\n<p><code>constructEvent</code> and the handlers verify <code>X-Service-Signature</code>. If it is missing, they verify the headers of\n<a href=\"https://www.standardwebhooks.com\">Standard Webhooks</a>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "opentelemetry",
              "title": "OpenTelemetry",
              "html": "<p><code>traced</code> of <code>@wigwag/<wbr>sdk/<wbr>opentelemetry</code> adds a span to each send, with all its attempts, and sends its context in <code>traceparent</code>. Polling has no\nspans. Your app needs <code>@opentelemetry/<wbr>api</code>; without an OpenTelemetry SDK, nothing happens.</p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\nimport { traced } from '@wigwag/sdk/opentelemetry';\n\nconst wigwag = traced(new Wigwag());\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "comparison",
              "title": "Comparison",
              "html": "<p>Each tick links to its test. The other columns come from the code of stripe 23.1.0, openai 6.49.0 and twilio 6.2.0; &quot;–&quot; means that we\nfound nothing there.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Comparison\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th></th>\n<th>wigwag</th>\n<th>stripe-node</th>\n<th>openai-node</th>\n<th>twilio-node</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Automatic idempotency key, the same for all retries</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/retry.test.ts\">✓</a></td>\n<td>yes</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Retries</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/retry.test.ts\">by code, from the API document</a></td>\n<td>connection errors, 409, 5xx</td>\n<td>connection errors, 408, 409, 429, 5xx</td>\n<td>429, if enabled</td>\n</tr>\n<tr>\n<td>Honors <code>Retry-After</code></td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/retry.test.ts\">✓, up to 5 min</a></td>\n<td>–</td>\n<td>yes</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Timeout includes the body</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/tests/misbehaviour.test.ts\">✓</a></td>\n<td>in its fetch client</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td><code>AbortSignal</code> for a call and its waits</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/retry.test.ts\">✓</a></td>\n<td>–</td>\n<td>call only</td>\n<td>–</td>\n</tr>\n<tr>\n<td><code>for await</code> over lists</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/lists/list.test.ts\">✓</a></td>\n<td>yes</td>\n<td>yes</td>\n<td><code>each</code> with a callback</td>\n</tr>\n<tr>\n<td>List to array, with a limit</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/lists/list.test.ts\">✓</a></td>\n<td><code>autoPagingToArray</code></td>\n<td>–</td>\n<td><code>list</code></td>\n</tr>\n<tr>\n<td>Error classes</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/api-error.test.ts\">✓</a></td>\n<td>yes</td>\n<td>by status</td>\n<td>one</td>\n</tr>\n<tr>\n<td>Errors include a fix</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/api-error.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Response and request ID with the data</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/api-error.test.ts\">✓</a></td>\n<td>on the last response</td>\n<td><code>withResponse()</code></td>\n<td>of the last request</td>\n</tr>\n<tr>\n<td>Rate limit with the data</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/lists/list.test.ts\">✓</a></td>\n<td>in headers</td>\n<td>in headers</td>\n<td>in headers</td>\n</tr>\n<tr>\n<td>Uploads from a path, stream, Blob or bytes</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/upload.test.ts\">✓</a></td>\n<td>stream, bytes</td>\n<td>path, stream, File, bytes</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Upload progress</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/upload.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Types refuse wrong requests per channel</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/tests/types.test.ts\">✓</a></td>\n<td>typed</td>\n<td>typed</td>\n<td>typed</td>\n</tr>\n<tr>\n<td>Wait for delivery</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/messages/wait-until.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Event stream that resumes, without a public address</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/events/tail.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Webhook verification on edge runtimes</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/cli/tests/sdk-runtimes.test.ts\">✓</a></td>\n<td>yes</td>\n<td>yes</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Reports why a signature fails</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/webhooks.test.ts\">✓</a></td>\n<td>in the message</td>\n<td>in the message</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Several secrets during a change</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/webhooks.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Webhook handlers</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/webhooks/webhook-handlers.test.ts\">node:http, Express, hapi, Fastify, fetch</a></td>\n<td>–</td>\n<td>–</td>\n<td>Express</td>\n</tr>\n<tr>\n<td>Drops duplicate and late statuses</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/messages/status-tracker.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Test signature for receivers</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/webhooks.test.ts\">✓</a></td>\n<td><code>generateTestHeaderString</code></td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>API mocks for your tests</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/msw.test.ts\">✓</a></td>\n<td>a separate mock server</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Verifies Standard Webhooks</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/webhooks/standard-webhooks.test.ts\">✓</a></td>\n<td>–</td>\n<td>yes</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Key and address from the environment</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/tests/client-options.test.ts\">✓</a></td>\n<td>–</td>\n<td>yes</td>\n<td>yes</td>\n</tr>\n<tr>\n<td><code>User-Agent</code> that names your app</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/tests/client-options.test.ts\">✓</a></td>\n<td><code>appInfo</code></td>\n<td>–</td>\n<td><code>userAgentExtensions</code></td>\n</tr>\n<tr>\n<td>Proxy and other options of fetch</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/tests/client-options.test.ts\">✓</a></td>\n<td><code>httpAgent</code></td>\n<td><code>fetchOptions</code></td>\n<td><code>HTTP_<wbr>PROXY</code>, custom client</td>\n</tr>\n<tr>\n<td>Raw request to any path, with retries and errors</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/tests/client-options.test.ts\">✓</a></td>\n<td><code>rawRequest</code></td>\n<td><code>client.get</code>, <code>client.post</code></td>\n<td><code>client.request</code>, without errors</td>\n</tr>\n<tr>\n<td>CommonJS, with types</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/cli/tests/packages.test.ts\">✓</a></td>\n<td>yes</td>\n<td>yes</td>\n<td>yes</td>\n</tr>\n<tr>\n<td>OpenTelemetry spans of sends</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/traced.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n<tr>\n<td>Custom fetch, request log</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/wigwag.test.ts\">✓</a>, <a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/request/retry.test.ts\">✓</a></td>\n<td>yes</td>\n<td>yes</td>\n<td>custom client, yes</td>\n</tr>\n<tr>\n<td>Runtimes</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/cli/tests/sdk-runtimes.test.ts\">Node, workerd, Chromium; Bun, Deno</a></td>\n<td>Node, Bun, Deno, workers</td>\n<td>Node, Bun, Deno, workers, browsers</td>\n<td>Node</td>\n</tr>\n<tr>\n<td>Tested with a reset at every byte of a response</td>\n<td><a href=\"https://github.com/wigwag/wigwag/blob/main/sdk/tests/misbehaviour.test.ts\">✓</a></td>\n<td>–</td>\n<td>–</td>\n<td>–</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>CI runs the SDK on Node 24, workerd and Chromium. <code>npm run test:runtimes</code> adds Node 22 and 26, Bun and Deno. As one minified and\ncompressed file, the SDK is under 8 kB, or 8.25 kB with all error classes imported; 2.6 kB of that is openapi-fetch.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/sending\">Sending</a> shows all kinds of messages.</li>\n<li><a href=\"/developers/docs/receiving\">Receiving</a> shows webhook receivers.</li>\n<li><a href=\"/developers/docs/testing\">Testing</a> shows <code>@wigwag/<wbr>sdk/<wbr>testing</code>.</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "mock-provider",
          "title": "Mock provider",
          "description": "Look up what `@wigwag/mock-provider` accepts, reports and refuses.",
          "sections": [
            {
              "level": 1,
              "anchor": "mock-provider",
              "title": "Mock provider",
              "html": "<p>This page is the reference of <code>@wigwag/<wbr>mock-provider</code>, a mock of Meta's WhatsApp Cloud API, Messenger and Instagram messaging.</p>\n<p><a href=\"/developers/docs/testing\">Testing</a> shows how to use it with your application.</p>\n"
            },
            {
              "level": 2,
              "anchor": "start-it",
              "title": "Start it",
              "html": "<p>In a Node process, with <a href=\"https://mswjs.io\">MSW</a>:</p>\n<p class=\"file\"><code>mock.mjs</code></p>\n<pre tabindex=\"0\"><code>import { createMockProvider } from '@wigwag/mock-provider';\n\nconst mock = createMockProvider({ callbackUrl: 'http://127.0.0.1:4010/callback' });\nconst { url, close } = await mock.listen();\nconst response = await fetch(`${url}/v25.0/${mock.credentials.whatsapp.phone_number_id}`, {\n  headers: { authorization: `Bearer ${mock.credentials.access_token}` },\n});\nconsole.log(response.status);\nawait close();\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>200\n</code></pre>\n<ul>\n<li>Over HTTP, <code>url</code> replaces <code>https:/<wbr>/<wbr>graph.facebook.com</code>, and <code>${url}/<wbr>graph.instagram.com</code> replaces <code>https:/<wbr>/<wbr>graph.instagram.com</code>. Paths\nwork with and without a version.</li>\n<li>With MSW, pass <code>mock.handlers</code> to <code>setupServer</code>. The handlers respond on any host. Requests to <code>graph.*</code> that the mock does not know get\nGraph error 2500, so that no token reaches Meta. Put your own handlers for these hosts first. The types need MSW 2.15 or newer.</li>\n<li>From another language, run <code>npx wigwag mock</code>. <code>/<wbr>_<wbr>mock/</code> serves the API below over HTTP: <code>PUT /<wbr>_<wbr>mock/<wbr>options</code> is <code>setOptions</code>, and\nany unknown path under <code>/<wbr>_<wbr>mock/</code> returns a list of all routes. <a href=\"#the-page\">The page</a> at <code>/</code> is for people.</li>\n</ul>\n"
            },
            {
              "level": 2,
              "anchor": "without-changing-your-code",
              "title": "Without changing your code",
              "html": "<p>Most clients have <code>https:/<wbr>/<wbr>graph.facebook.com</code> built in. <code>--proxy</code> starts a proxy on 127.0.0.1 that answers for Graph's hosts with the mock:</p>\n<pre tabindex=\"0\"><code>eval &quot;$(npx wigwag mock --proxy --env)&quot;  # sets the variables of this shell, and starts the mock in the background\ncurl https://graph.facebook.com/v25.0/$MOCK_PHONE_NUMBER_ID -H &quot;authorization: Bearer $MOCK_ACCESS_TOKEN&quot;\nkill $MOCK_PID\n</code></pre>\n<p><code>npx wigwag mock --proxy --exec 'pytest'</code> sets the same variables for one command.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Without changing your code\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Variable</th>\n<th>Read by</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>HTTPS_<wbr>PROXY</code>, <code>https_<wbr>proxy</code>, <code>NO_<wbr>PROXY</code>, <code>no_<wbr>proxy</code></td>\n<td>Most clients</td>\n</tr>\n<tr>\n<td><code>NODE_<wbr>USE_<wbr>ENV_<wbr>PROXY</code>, <code>NODE_<wbr>EXTRA_<wbr>CA_<wbr>CERTS</code></td>\n<td>Node 24 and later; axios reads <code>HTTPS_<wbr>PROXY</code> in any Node</td>\n</tr>\n<tr>\n<td><code>SSL_<wbr>CERT_<wbr>FILE</code></td>\n<td>Python's urllib, Go, Ruby, other programs with OpenSSL</td>\n</tr>\n<tr>\n<td><code>REQUESTS_<wbr>CA_<wbr>BUNDLE</code>, <code>CURL_<wbr>CA_<wbr>BUNDLE</code></td>\n<td>Python's requests; curl</td>\n</tr>\n<tr>\n<td><code>PHP_<wbr>INI_<wbr>SCAN_<wbr>DIR</code></td>\n<td>PHP: adds a configuration file that sets the certificates of its curl extension</td>\n</tr>\n</tbody>\n</table>\n</div>\n<ul>\n<li>The mock answers for <code>graph.facebook.com</code>, <code>graph.instagram.com</code>, <code>graph-video.facebook.com</code>, <code>api.instagram.com</code>, <code>lookaside.fbsbx.com</code>,\n<code>scontent.xx.fbcdn.net</code> and <code>scontent.whatsapp.net</code>, over HTTP/1.1 and HTTP/2. It refuses Meta's other hosts with status 403, so no token\nleaves the machine. It passes all other hosts on.</li>\n<li>The certificate authority is new in each run and is deleted at its end. <code>--ca-dir &lt;folder&gt;</code> keeps it, so that you can trust it once. Anyone who\nhas <code>ca-key.pem</code> of that folder can impersonate any host to a client that trusts it.</li>\n<li>PHP's streams, such as <code>file_<wbr>get_<wbr>contents</code>, do not use the proxy. Clients that use PHP's curl extension, such as Guzzle, work unchanged.</li>\n<li>In Node, <code>mock.listenAsProxy({ port?, caDir? })</code> returns <code>url</code>, <code>caFile</code>, <code>env</code> and <code>close</code>.</li>\n</ul>\n"
            },
            {
              "level": 2,
              "anchor": "record-and-replay-meta",
              "title": "Record and replay Meta",
              "html": "<p><code>wigwag record</code> forwards your application's requests to Meta, and saves them with the responses in a file, the cassette. It redacts secrets and\npersonal data before it writes:</p>\n<pre tabindex=\"0\"><code>npx wigwag record -o order.jsonl --exec 'node order.mjs'\nnpx wigwag record --port 8081 --callback-url http://127.0.0.1:8080/callbacks  # send Meta's callbacks to port 8081\nnpx wigwag replay order.jsonl --exec 'node order.mjs'                         # the same app, without Meta\nnpx wigwag mock diff order.jsonl                                              # compare the mock with Meta\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Record and replay Meta\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Command</th>\n<th>Does</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>record</code></td>\n<td>Starts a proxy with the same variables as <a href=\"#without-changing-your-code\"><code>mock --proxy</code></a>, and forwards requests to Meta. <code>--to</code> forwards them to another address, such as that of a mock. Requests to the proxy's own address are callbacks: the proxy forwards them to <code>--callback-url</code></td>\n</tr>\n<tr>\n<td><code>replay</code></td>\n<td>Returns the recorded responses, and sends the recorded callbacks to <code>--callback-url</code> at the recorded intervals, signed with <code>--app-secret</code>. <code>--speed 10</code> divides the intervals by 10. Lists the differences and exits with 1 if your application's requests differ in method, path, fields or order, or if its responses to callbacks have another status</td>\n</tr>\n<tr>\n<td><code>mock diff</code></td>\n<td>Sends the recorded requests to a new mock in the <a href=\"#what-mock-diff-compares\">state that the cassette shows</a>. Lists the differences and exits with 1 if its responses and callbacks differ in fields, types, codes, headers or order</td>\n</tr>\n</tbody>\n</table>\n</div>\n<ul>\n<li>In a replay, your application can use other IDs, numbers and texts. The responses and callbacks contain them instead of the recorded ones. If two\nrecorded requests contain the same value, they must also contain the same value in the replay. Requests that were in flight at the same time\ncan come in any order.</li>\n<li>With <code>--exec</code>, a replay ends when the command ends, and exits with the command's code if it is not 0. Otherwise, it ends when it has played\nthe whole cassette, or when no request comes for <code>--timeout</code> seconds. It does not repeat Meta's verification of the callback address.</li>\n</ul>\n<p>A cassette is a JSON Lines file. The first line is <code>{&quot;cassette&quot;:1,&quot;recorded_<wbr>at&quot;:&quot;...&quot;}</code>. Each other line is a request and its response:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Record and replay Meta, table 2\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field</th>\n<th>Contents</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>kind</code></td>\n<td><code>request</code> (to Meta) or <code>callback</code> (to your application)</td>\n</tr>\n<tr>\n<td><code>at</code></td>\n<td>When the request began, in milliseconds after the start of the recording</td>\n</tr>\n<tr>\n<td><code>took</code></td>\n<td>Milliseconds until the response was complete</td>\n</tr>\n<tr>\n<td><code>request</code></td>\n<td><code>method</code>, <code>host</code>, <code>path</code>, <code>query</code>, <code>headers</code>, <code>body</code>. A callback has no host and path</td>\n</tr>\n<tr>\n<td><code>response</code></td>\n<td><code>status</code>, <code>headers</code>, <code>body</code>; null without a response</td>\n</tr>\n<tr>\n<td><code>body</code></td>\n<td>One of <code>json</code>, <code>form</code>, <code>parts</code> (multipart), <code>text</code> and <code>bytes</code> (only the size). Missing if empty</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Redaction keeps only the values in the first column, and only if they have the expected form:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Record and replay Meta, table 3\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Kept</th>\n<th>Everything else</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Enumerations such as <code>type</code>, <code>status</code> and <code>messaging_<wbr>product</code>, error codes, languages, MIME types, <code>fields</code>, times within 35 days of the recording</td>\n<td>Strings and numbers become placeholders: <code>+905551112233</code> becomes <code>+100000000001</code></td>\n</tr>\n<tr>\n<td><code>true</code>, <code>false</code>, null, the names of fields in lowercase letters</td>\n<td>Other names become placeholders</td>\n</tr>\n<tr>\n<td>Prefixes such as <code>wamid.</code>, the number of digits, the length of short strings, variables such as <code>{{1}}</code></td>\n<td>Files keep only their size and MIME type. URLs keep only a host of Meta</td>\n</tr>\n<tr>\n<td>The values of headers such as <code>content-type</code> and <code>retry-after</code></td>\n<td>Other headers keep only their name. Headers of the connection are left out</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Redaction keeps no strings or numbers in JSON that your application or a customer designed: JSON in a text, a payload or the reply of a flow, and\n<code>flow_<wbr>action_<wbr>payload</code>. The same value has the same placeholder in the whole cassette. Check a cassette before you publish it: redaction keeps\nlowercase words that are field names or parts of a path.</p>\n"
            },
            {
              "level": 3,
              "anchor": "what-mock-diff-compares",
              "title": "What mock diff compares",
              "html": "<p><code>mock diff</code> brings the mock to the state that the cassette shows, and compares its responses:</p>\n<ul>\n<li>People send the recorded messages, with the same IDs: texts, files, locations, reactions, contacts, choices from buttons and lists, postbacks,\nand <a href=\"#other-content\">other content</a>. Messages that the business wrote elsewhere are sent again on WhatsApp and in <code>standby</code>. Reports are not.</li>\n<li>Templates exist with the status that a list, a callback or the response to a message shows, unless your application creates them in the cassette.</li>\n<li>Messages that your application marks as read or reacts to, and files that it sends, exist even if they are older than the recording.</li>\n<li>Windows are open or closed as the responses show, and messages fail later if a callback in the cassette reports it.</li>\n<li>It compares values only where they depend on the request alone. It reports an expired token or a rate limit in a cassette as a difference,\nbecause the mock does not have Meta's data.</li>\n</ul>\n"
            },
            {
              "level": 2,
              "anchor": "the-page",
              "title": "The page",
              "html": "<p>Open the mock's URL in a browser. You can:</p>\n<ul>\n<li>read the chats of each person, with the status of each message, and write as the person: text, media, a location, or a tap on a choice</li>\n<li>send <a href=\"#other-content\">other content</a> and <a href=\"#reports-of-meta\">reports</a> from examples that you can change</li>\n<li>let a person adopt or drop a username</li>\n<li>approve and reject templates</li>\n<li>read each callback with its body, signature and your application's response</li>\n<li>add and clear <a href=\"#inject-faults\">faults</a>, and advance the clock of <code>wigwag mock --clock virtual</code></li>\n</ul>\n"
            },
            {
              "level": 2,
              "anchor": "in-tests-of-any-language",
              "title": "In tests of any language",
              "html": "<p><code>wigwag mock --exec</code> starts a mock on a free port, runs a command with the mock in its environment, stops, and exits as the command does:</p>\n<pre tabindex=\"0\"><code>npx wigwag mock --exec 'pytest' --strict --callback-url http://127.0.0.1:8080/callbacks\n</code></pre>\n<p>The command gets <code>MOCK_<wbr>URL</code>, <code>MOCK_<wbr>ACCESS_<wbr>TOKEN</code>, <code>MOCK_<wbr>APP_<wbr>ID</code>, <code>MOCK_<wbr>APP_<wbr>SECRET</code>, <code>MOCK_<wbr>VERIFY_<wbr>TOKEN</code>, <code>MOCK_<wbr>PHONE_<wbr>NUMBER_<wbr>ID</code>,\n<code>MOCK_<wbr>WABA_<wbr>ID</code>, <code>MOCK_<wbr>PAGE_<wbr>ID</code> and <code>MOCK_<wbr>INSTAGRAM_<wbr>ID</code>. With <code>--strict</code>, the run fails if your application did not accept a callback with\nstatus 200; the command prints each such callback.</p>\n<p>To start a mock from your own code, run one command, read its first line, and end the process when the tests are done. In Python:</p>\n<p class=\"file\"><code>conftest.py</code></p>\n<pre tabindex=\"0\"><code>import json, subprocess, pytest\n\n@pytest.fixture(scope=&quot;session&quot;)\ndef mock():\n    process = subprocess.Popen([&quot;wigwag&quot;, &quot;mock&quot;, &quot;--json&quot;, &quot;--port&quot;, &quot;0&quot;], stdout=subprocess.PIPE, text=True)\n    yield json.loads(process.stdout.readline())  # url, access_token, whatsapp.phone_number_id, ...\n    process.terminate()\n    process.wait()\n</code></pre>\n<p><code>POST /<wbr>_<wbr>mock/<wbr>reset</code> restores the initial state between tests. <code>GET /<wbr>_<wbr>mock/<wbr>callbacks/<wbr>unhandled</code> returns the callbacks that <code>--strict</code> prints.</p>\n<p>In Vitest, <code>@wigwag/<wbr>mock-provider/<wbr>vitest</code> gives each test a new mock, and fails a test that leaves a callback unaccepted:</p>\n<p class=\"file\"><code>order.test.ts</code></p>\n<pre tabindex=\"0\"><code>import { expect } from 'vitest';\nimport { test } from '@wigwag/mock-provider/vitest';\n\ntest('confirms an order', async ({ mock }) =&gt; {\n  await confirmOrder('905551112233'); // your code calls https://graph.facebook.com\n  expect(mock.sends()).toMatchObject([{ type: 'template', to: '905551112233' }]);\n});\n</code></pre>\n<p><code>mockUrl</code> is the URL of the same mock for other processes. <code>test.extend({ mockOptions, strict: false })</code> changes the options.</p>\n"
            },
            {
              "level": 2,
              "anchor": "api",
              "title": "API",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"API\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Call</th>\n<th>Does</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>credentials</code></td>\n<td>Token, app ID and secret, verify token and IDs of the demo business, the same in every run. The app access token is <code>app_<wbr>id</code> and <code>app_<wbr>secret</code>, joined by a vertical bar</td>\n</tr>\n<tr>\n<td><code>addBusiness({ callbackUrl?, templates?, credentials? })</code></td>\n<td>Adds a separate business. <code>credentials</code> recreates one after a restart</td>\n</tr>\n<tr>\n<td><code>addNumber</code>, <code>addPage</code>, <code>addInstagramAccount</code></td>\n<td>Adds a number, a page or an account to a business</td>\n</tr>\n<tr>\n<td><code>setCallbackUrl(url)</code>, <code>verifyCallback()</code></td>\n<td>Sets the callback URL; runs the handshake</td>\n</tr>\n<tr>\n<td><code>receive(inbound)</code></td>\n<td>Simulates a customer's message: opens the window, sends a callback, resolves with your application's response. Throws for unknown fields or missing content. <a href=\"#other-content\">Other content</a> lists the less usual kinds</td>\n</tr>\n<tr>\n<td><code>report({ field, business_<wbr>id?, value? })</code></td>\n<td>Sends a <a href=\"#reports-of-meta\">report of Meta</a></td>\n</tr>\n<tr>\n<td><code>examples()</code></td>\n<td>Returns an example of each kind of content and report</td>\n</tr>\n<tr>\n<td><code>openWindow(business_<wbr>id, user, at?)</code></td>\n<td>Opens the window without a message</td>\n</tr>\n<tr>\n<td><code>setContact({ id, business_<wbr>id?, wa_<wbr>id?, user_<wbr>id?, username?, bsuid_<wbr>only?, in_<wbr>contact_<wbr>book?, unreachable? })</code></td>\n<td>Sets what Meta knows about a person</td>\n</tr>\n<tr>\n<td><code>contacts(business_<wbr>id)</code></td>\n<td>Returns the people whom a WhatsApp number knows, with their <a href=\"#usernames\">identifiers</a></td>\n</tr>\n<tr>\n<td><code>chats()</code></td>\n<td>Returns the people of each number, page and account, with their messages in both directions</td>\n</tr>\n<tr>\n<td><code>unhandledCallbacks()</code></td>\n<td>Returns callbacks that your application never accepted with status 200</td>\n</tr>\n<tr>\n<td><code>listenAsProxy({ port?, caDir? })</code></td>\n<td>Starts a <a href=\"#without-changing-your-code\">proxy</a></td>\n</tr>\n<tr>\n<td><code>sends()</code>, <code>reads()</code>, <code>callbacks()</code></td>\n<td>Returns accepted messages, read receipts and sent callbacks; each takes <code>{ business_<wbr>id }</code></td>\n</tr>\n<tr>\n<td><code>signals({ business_<wbr>id? })</code></td>\n<td>Returns read receipts, typing indicators and reactions of all channels in one form. <code>until</code> is when typing ends: after 25 seconds on WhatsApp and 20 elsewhere, or with the next message to that person</td>\n</tr>\n<tr>\n<td><code>call({ business_<wbr>id, from, action, call_<wbr>id? })</code></td>\n<td>Plays a person's side of a WhatsApp call: <code>permit</code>, <code>connect</code>, <code>accept</code>, <code>reject</code>, <code>terminate</code></td>\n</tr>\n<tr>\n<td><code>exchangeFlowData({ business_<wbr>id, flow_<wbr>id, action, ... })</code></td>\n<td>Calls the endpoint of a flow like a person's device, and returns the decrypted response</td>\n</tr>\n<tr>\n<td><code>setTemplate(waba_<wbr>id, template)</code>, <code>templates(waba_<wbr>id)</code></td>\n<td>Sets and returns templates in Meta's format; a status change sends a callback. <code>event</code> sends one of your choice: <code>components</code> with <code>event: &quot;APPROVED&quot;</code> is an edit at Meta</td>\n</tr>\n<tr>\n<td><code>postCallback({ channel, business_<wbr>id, entries })</code></td>\n<td>Sends signed entries of your choice</td>\n</tr>\n<tr>\n<td><code>expireToken(token, subcode?)</code>, <code>setLimits(limits)</code></td>\n<td>Expires a token; changes rate limits</td>\n</tr>\n<tr>\n<td><code>setOptions(options)</code></td>\n<td>Changes <code>pacing</code>, <code>windows</code>, <code>webhookVersion</code>, <code>pricing</code>, <code>waIds</code>, <code>requireAppSecretProof</code>, <code>echoes</code>, <code>deliveryMids</code>, <code>batch</code> and those of <a href=\"#usernames\">usernames</a> until a reset</td>\n</tr>\n<tr>\n<td><code>faults</code></td>\n<td>Injects <a href=\"#inject-faults\">faults</a></td>\n</tr>\n<tr>\n<td><code>idle()</code>, <code>whenIdle()</code></td>\n<td>Returns whether all requests and callbacks are finished; waits until they are</td>\n</tr>\n<tr>\n<td><code>reset()</code></td>\n<td>Restores the initial state, except the callback URL</td>\n</tr>\n<tr>\n<td><code>handlers</code>, <code>listen({ port?, host? })</code></td>\n<td>MSW handlers; an HTTP server</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Options: <code>clock</code>, <code>seed</code>, <code>appSecret</code>, <code>verifyToken</code>, <code>callbackUrl</code>, <code>pacing</code> (ms until sent, delivered, read), <code>seedDemo</code>, <code>windows</code>\n(<code>async</code>: 131047 in a status, <code>sync</code>: in the response, <code>off</code>), <code>webhookVersion</code> (<code>v24.0</code>, <code>v23.0</code>), <code>echoes</code>, <code>deliveryMids</code>, <code>batch</code>\n(<code>{ size, waitMs }</code>: several entries per callback), <code>pricing</code> (in WhatsApp statuses: <code>off</code>, <code>free_<wbr>service</code>, or <code>billed_<wbr>service</code>, which\nbills messages in the window, as Meta is reported to do since October 2026), <code>waIds</code> (WhatsApp's form of phone numbers, as in\n<code>{ &quot;5511911112222&quot;: &quot;551111112222&quot; }</code>), <code>requireAppSecretProof</code> (refuses requests without <code>appsecret_<wbr>proof</code>), <code>limits</code>, <code>deliver</code> (your\nfunction that sends callbacks), and those of <a href=\"#usernames\">usernames</a>. The types document the defaults.</p>\n"
            },
            {
              "level": 2,
              "anchor": "other-content",
              "title": "Other content",
              "html": "<p><code>POST /<wbr>_<wbr>mock/<wbr>receive</code> and <code>receive</code> take these fields in addition to <code>channel</code>, <code>business_<wbr>id</code> and <code>from</code>. <code>GET /<wbr>_<wbr>mock/<wbr>examples</code> and <code>examples()</code>\nreturn an example of each kind.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Other content\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Content</th>\n<th>Channels</th>\n<th>Fields</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Contact cards</td>\n<td>WhatsApp</td>\n<td><code>type: &quot;contacts&quot;</code>, <code>contacts</code> in Meta's format</td>\n</tr>\n<tr>\n<td>Order</td>\n<td>WhatsApp</td>\n<td><code>type: &quot;order&quot;</code>, <code>order: { catalog_<wbr>id, text, product_<wbr>items }</code></td>\n</tr>\n<tr>\n<td>Answer to a flow</td>\n<td>WhatsApp</td>\n<td><code>type: &quot;nfm_<wbr>reply&quot;</code>, <code>form: { response, name?, text? }</code>. An object in <code>response</code> is sent as JSON text</td>\n</tr>\n<tr>\n<td>Referral from an ad, post or link</td>\n<td>All</td>\n<td><code>referral</code> in Meta's format, with any message or postback. On Messenger and Instagram also alone, as <code>type: &quot;referral&quot;</code></td>\n</tr>\n<tr>\n<td>Question about a product</td>\n<td>WhatsApp</td>\n<td><code>product: { catalog_<wbr>id, product_<wbr>retailer_<wbr>id }</code>. Elsewhere: <code>referral: { product: { id } }</code></td>\n</tr>\n<tr>\n<td>Share</td>\n<td>Messenger, Instagram</td>\n<td><code>share: { url, title?, id? }</code>, and as type <code>share</code>, <code>post</code>, <code>reel</code>, <code>ig_<wbr>post</code>, <code>ig_<wbr>reel</code>, <code>story_<wbr>mention</code> or <code>fallback</code>. With <code>type: &quot;text&quot;</code>, it is the preview of a link</td>\n</tr>\n<tr>\n<td>Answer to a story</td>\n<td>Instagram</td>\n<td><code>story: { url, id }</code></td>\n</tr>\n<tr>\n<td>Several files</td>\n<td>Messenger, Instagram</td>\n<td><code>media</code>, and more in <code>files: [{ type, mime_<wbr>type, url? }]</code></td>\n</tr>\n<tr>\n<td>Edit</td>\n<td>All</td>\n<td><code>type: &quot;edit&quot;</code>, <code>target</code> is the message's ID, <code>text</code> or, on WhatsApp, <code>media</code></td>\n</tr>\n<tr>\n<td>Deletion</td>\n<td>All</td>\n<td><code>type: &quot;revoke&quot;</code> on WhatsApp, <code>type: &quot;deleted&quot;</code> elsewhere, <code>target</code></td>\n</tr>\n<tr>\n<td>Group message</td>\n<td>WhatsApp</td>\n<td><code>group_<wbr>id</code></td>\n</tr>\n<tr>\n<td>Missing content</td>\n<td>WhatsApp</td>\n<td><code>error</code> is Meta's code: 131051 or 131060 with <code>type: &quot;unsupported&quot;</code>, 131052 with a file</td>\n</tr>\n<tr>\n<td>System message</td>\n<td>WhatsApp</td>\n<td><code>type: &quot;system&quot;</code>, <code>system: { type, body }</code>. For changes of a number or ID, see <a href=\"#usernames\">usernames</a></td>\n</tr>\n<tr>\n<td>Opened chat</td>\n<td>WhatsApp</td>\n<td><code>type: &quot;request_<wbr>welcome&quot;</code></td>\n</tr>\n<tr>\n<td>Button without payload</td>\n<td>All</td>\n<td><code>button: { title }</code></td>\n</tr>\n<tr>\n<td>Written by the business elsewhere</td>\n<td>All</td>\n<td><code>echo: true</code> with any content. <code>from</code> is still the customer. WhatsApp has the field <code>smb_<wbr>message_<wbr>echoes</code>; Messenger and Instagram have echoes of the page inbox</td>\n</tr>\n<tr>\n<td>Thread of another app</td>\n<td>Messenger, Instagram</td>\n<td><code>standby: true</code>. With <code>standby: &quot;also&quot;</code>, the event comes twice, the second time in <code>standby</code> and without the payload of a postback</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Edits, deletions, group messages, system messages, opened chats and what the business wrote do not open a window. If an app subscribed\nonly to some fields of a page, it gets edits, referrals and standby events only with the fields of their names, such as <code>message_<wbr>edits</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "reports-of-meta",
              "title": "Reports of Meta",
              "html": "<p><code>POST /<wbr>_<wbr>mock/<wbr>report</code> and <code>report</code> send any field of Meta's webhooks, such as:</p>\n<pre tabindex=\"0\"><code>curl $mock/_mock/report -d '{&quot;field&quot;:&quot;user_preferences&quot;,&quot;value&quot;:{&quot;user_preferences&quot;:[{&quot;wa_id&quot;:&quot;905551112233&quot;,&quot;value&quot;:&quot;stop&quot;}]}}'\n</code></pre>\n<p><code>business_<wbr>id</code> is a number (the default is the demo's), a WhatsApp account, a page or an Instagram account. Without <code>value</code>, the mock sends the\nfirst example of the field. The mock checks the fields below, and adds IDs, times, contacts and <code>metadata</code> if they are missing. It sends other\nfields unchanged.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Reports of Meta\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field</th>\n<th>Effect on the mock</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>user_<wbr>preferences</code></td>\n<td>After <code>stop</code>, marketing templates to that person fail with 131050, until <code>resume</code></td>\n</tr>\n<tr>\n<td><code>message_<wbr>template_<wbr>status_<wbr>update</code></td>\n<td>Changes the status. After <code>UNARCHIVED</code>, <code>UNLOCKED</code>, <code>UNPAUSED</code>, <code>REINSTATED</code> and <code>FLAGGED</code>, the template is <code>APPROVED</code>. After an event that the mock does not know, the status stays</td>\n</tr>\n<tr>\n<td><code>template_<wbr>category_<wbr>update</code></td>\n<td>Changes the category. With <code>correct_<wbr>category</code>, it is only a notice</td>\n</tr>\n<tr>\n<td><code>message_<wbr>template_<wbr>components_<wbr>update</code>, <code>message_<wbr>template_<wbr>quality_<wbr>update</code></td>\n<td>Change the texts or the quality that lists show</td>\n</tr>\n<tr>\n<td><code>history</code>, <code>smb_<wbr>app_<wbr>state_<wbr>sync</code></td>\n<td>None. Messages in <code>history</code> that are <code>from: &quot;business&quot;</code> are from the number</td>\n</tr>\n<tr>\n<td><code>phone_<wbr>number_<wbr>quality_<wbr>update</code>, <code>account_<wbr>update</code>, <code>account_<wbr>alerts</code>, <code>business_<wbr>capability_<wbr>update</code></td>\n<td>None</td>\n</tr>\n<tr>\n<td><code>messages</code></td>\n<td>None. For <code>errors</code>, or for messages to a number that the application does not have, with its own <code>metadata</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "two-forms-of-a-phone-number",
              "title": "Two forms of a phone number",
              "html": "<p>The response to a send has the given number in <code>contacts[0].input</code> and WhatsApp's form in <code>wa_<wbr>id</code>. Callbacks have only WhatsApp's form. The mock\nknows the two forms in Mexico (a 1 after 52), Argentina (a 9 after 54) and Brazil (mobile numbers have nine digits in the area codes 11 to 28, and\neight in the others). The option <code>waIds</code> sets the form of other numbers, and overrides these rules.</p>\n"
            },
            {
              "level": 2,
              "anchor": "control-time",
              "title": "Control time",
              "html": "<p><code>clock</code> controls pacing, retries, windows, media expiry and rate limits. <code>createManualClock()</code> moves only when you advance it:</p>\n<pre tabindex=\"0\"><code>await clock.advance(60_000, mock.whenIdle);\n</code></pre>\n<p>With <code>mock.whenIdle</code>, the clock waits for work in progress before it moves, and again after each timer that it passes. Without it, time moves\nimmediately. Over HTTP, use <code>POST /<wbr>_<wbr>mock/<wbr>clock/<wbr>advance</code>; before each move it waits up to a second of real time, so call <code>POST /<wbr>_<wbr>mock/<wbr>settle</code> first if your application takes longer.</p>\n<p>The same <code>seed</code> gives the same IDs and faults. Without a seed, each start has new IDs, except in the demo business.</p>\n"
            },
            {
              "level": 2,
              "anchor": "usernames",
              "title": "Usernames",
              "html": "<p>Everyone on WhatsApp has a business-scoped user ID for each portfolio, which is a WhatsApp business account in the mock. It depends only on the\naccount and the person's number, so it is the same in each run. Callbacks contain the number of a person with a username only if one of these holds:</p>\n<ul>\n<li>A message was sent to the number, or the person shared it, in the last 30 days, with the same business number.</li>\n<li>The number is in the portfolio's contact book. Meta adds it when a message goes to or comes from it, or when the person shares it.</li>\n</ul>\n<div class=\"table\" role=\"region\" aria-label=\"Usernames\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Option</th>\n<th><code>wigwag mock</code></th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>usernames: true</code></td>\n<td><code>--usernames</code></td>\n<td>Everyone has a username, unless you set or remove it</td>\n</tr>\n<tr>\n<td><code>contactBook: false</code></td>\n<td><code>--no-contact-book</code></td>\n<td>Empties the contact book and keeps it empty, so that only the 30 days count</td>\n</tr>\n<tr>\n<td><code>parentUserIds: true</code></td>\n<td><code>--parent-user-ids</code></td>\n<td>The businesses are enrolled for parent IDs, all with one parent account</td>\n</tr>\n<tr>\n<td><code>userIds: false</code></td>\n<td><code>--no-user-ids</code></td>\n<td>Callbacks have no IDs, as before April 2026</td>\n</tr>\n</tbody>\n</table>\n</div>\n<div class=\"table\" role=\"region\" aria-label=\"Usernames, table 2\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Call</th>\n<th>Body, or argument</th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>POST /<wbr>_<wbr>mock/<wbr>receive</code>, <code>receive</code></td>\n<td><code>from: { id: &quot;905551112233&quot;, username: &quot;ayla&quot; }</code></td>\n<td>Ayla writes. Callbacks have her number if the rules allow it</td>\n</tr>\n<tr>\n<td></td>\n<td><code>from: { id: &quot;TR.23&quot; }</code></td>\n<td>A person writes whose number callbacks never have</td>\n</tr>\n<tr>\n<td></td>\n<td><code>from: { id: &quot;TR.23&quot;, phone: &quot;905551112233&quot; }</code></td>\n<td>The callback has both, and from now on both name one person</td>\n</tr>\n<tr>\n<td></td>\n<td><code>type: &quot;contacts&quot;, origin: &quot;contact_<wbr>request&quot;</code></td>\n<td>The person taps <code>request_<wbr>contact_<wbr>info</code> and shares their number</td>\n</tr>\n<tr>\n<td></td>\n<td><code>type: &quot;system&quot;, change: { phone: &quot;905551112244&quot; }</code></td>\n<td>The person gets a new number, and with it new IDs. Every business that knows the person gets a callback</td>\n</tr>\n<tr>\n<td></td>\n<td><code>type: &quot;system&quot;, change: { user_<wbr>id: &quot;TR.24&quot; }</code></td>\n<td>The person gets a new ID, in this portfolio only. Without <code>user_<wbr>id</code>, the mock generates one</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>_<wbr>mock/<wbr>contacts</code>, <code>setContact</code></td>\n<td><code>{ id, username: &quot;ayla&quot; }</code></td>\n<td>A username begins or changes; with <code>null</code>, it ends</td>\n</tr>\n<tr>\n<td></td>\n<td><code>{ id, business_<wbr>id, user_<wbr>id: &quot;TR.23&quot; }</code></td>\n<td>Sets the ID, in one portfolio; without <code>business_<wbr>id</code>, in all</td>\n</tr>\n<tr>\n<td></td>\n<td><code>{ id, business_<wbr>id, in_<wbr>contact_<wbr>book: false }</code></td>\n<td>Removes the number from the contact book and forgets its earlier use</td>\n</tr>\n<tr>\n<td></td>\n<td><code>{ id, business_<wbr>id, bsuid_<wbr>only: true }</code></td>\n<td>Callbacks never have the number, whatever the rules</td>\n</tr>\n<tr>\n<td><code>GET /<wbr>_<wbr>mock/<wbr>contacts?business_<wbr>id=</code>, <code>contacts</code></td>\n<td></td>\n<td>Lists people: <code>phone</code> is the number, <code>wa_<wbr>id</code> the number that callbacks have</td>\n</tr>\n<tr>\n<td><code>POST /<wbr>_<wbr>mock/<wbr>clock/<wbr>advance</code>, <code>advance</code></td>\n<td><code>{ seconds: 2592001 }</code></td>\n<td>Moves a virtual clock past the 30 days</td>\n</tr>\n</tbody>\n</table>\n</div>\n<div class=\"table\" role=\"region\" aria-label=\"Usernames, table 3\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Send</th>\n<th>Result</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>recipient</code> with a user ID, or with a parent ID if enrolled</td>\n<td>Accepted and delivered. The response has <code>user_<wbr>id</code> and no <code>wa_<wbr>id</code></td>\n</tr>\n<tr>\n<td><code>to</code> and <code>recipient</code></td>\n<td><code>to</code> counts</td>\n</tr>\n<tr>\n<td><code>to</code> with a user ID</td>\n<td>Accepted with a message ID, and nothing follows: no delivery, no status, no error</td>\n</tr>\n<tr>\n<td><code>recipient</code> with another value, such as an ID that was replaced or is from another portfolio</td>\n<td>Error 131009. Meta does not document the code</td>\n</tr>\n<tr>\n<td>An authentication template to a user ID</td>\n<td>Error 131062</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Statuses have <code>recipient_<wbr>user_<wbr>id</code>, and <code>recipient_<wbr>id</code> if the message was sent to a number or callbacks may have it. <code>username</code> is only in delivered\nand read. A failure has no <code>contacts</code>, and no <code>recipient_<wbr>user_<wbr>id</code> if the message was sent to a number.</p>\n<p>A new number is reported in a system message as <code>user_<wbr>changed_<wbr>number</code>, a new ID alone as <code>user_<wbr>changed_<wbr>user_<wbr>id</code>. With <code>as: &quot;user_<wbr>id_<wbr>update&quot;</code> in\n<code>change</code>, the mock reports it in the field of that name, which Meta documented until August 2026.</p>\n"
            },
            {
              "level": 2,
              "anchor": "inject-faults",
              "title": "Inject faults",
              "html": "<pre tabindex=\"0\"><code>mock.faults.next({ applies_to: 'send', outcome: 'reject', code: 131056 });\nmock.faults.next({ outcome: 'statuses', statuses: ['read', 'sent', 'sent'] });\nmock.faults.next({ outcome: 'drop', event: 'delivered', times: 3 });\nmock.faults.plan({ seed: 7, requests: { unavailable: 0.1, lost_reply: 0.05 }, callbacks: { duplicate: 0.2, delay: 0.2 } });\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Inject faults\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Outcome</th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>reject</code></td>\n<td>Refuses with <code>code</code> (default 100; 131053 for media)</td>\n</tr>\n<tr>\n<td><code>unavailable</code></td>\n<td>503 with code 2, or <code>code</code></td>\n</tr>\n<tr>\n<td><code>html</code></td>\n<td>500 with an HTML page</td>\n</tr>\n<tr>\n<td><code>reset</code></td>\n<td>Breaks the connection before accepting anything</td>\n</tr>\n<tr>\n<td><code>lost_<wbr>reply</code></td>\n<td>Accepts, then breaks the connection</td>\n</tr>\n<tr>\n<td><code>slow</code></td>\n<td>Responds after <code>delay_<wbr>ms</code></td>\n</tr>\n<tr>\n<td><code>before_<wbr>reply</code></td>\n<td>Sends the first status before the response</td>\n</tr>\n<tr>\n<td><code>fail</code></td>\n<td>Accepts, then reports failure with <code>code</code> (131026). Messenger and Instagram refuse instead</td>\n</tr>\n<tr>\n<td><code>statuses</code></td>\n<td>Accepts, then sends exactly <code>statuses</code>, where the channel has events for them</td>\n</tr>\n<tr>\n<td><code>drop</code>, <code>delay</code>, <code>duplicate</code>, <code>reorder</code></td>\n<td>Callbacks: never sent, late, twice, or after the next one for the same person</td>\n</tr>\n</tbody>\n</table>\n</div>\n<div class=\"table\" role=\"region\" aria-label=\"Inject faults, table 2\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th><code>applies_<wbr>to</code></th>\n<th>Affects</th>\n<th>Outcomes</th>\n<th>Filters</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>send</code> (default)</td>\n<td>Sends</td>\n<td>All except the callback outcomes</td>\n<td><code>to</code>, <code>type</code></td>\n</tr>\n<tr>\n<td><code>media</code></td>\n<td>Uploads</td>\n<td><code>reject</code>, <code>unavailable</code>, <code>html</code>, <code>reset</code>, <code>slow</code>, <code>lost_<wbr>reply</code></td>\n<td><code>type</code></td>\n</tr>\n<tr>\n<td><code>read</code></td>\n<td>Read receipts and <code>sender_<wbr>action</code></td>\n<td>The same without <code>lost_<wbr>reply</code></td>\n<td><code>to</code></td>\n</tr>\n<tr>\n<td><code>profile</code></td>\n<td>Profile requests</td>\n<td>The same without <code>lost_<wbr>reply</code></td>\n<td><code>to</code></td>\n</tr>\n<tr>\n<td><code>template</code></td>\n<td>Template lists, creation and deletion</td>\n<td>The same without <code>lost_<wbr>reply</code></td>\n<td></td>\n</tr>\n<tr>\n<td><code>callback</code></td>\n<td>One event</td>\n<td><code>drop</code>, <code>delay</code>, <code>duplicate</code>, <code>reorder</code></td>\n<td><code>to</code>, <code>event</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>event</code> is <code>sent</code>, <code>delivered</code>, <code>read</code>, <code>failed</code>, <code>played</code>, <code>message</code>, <code>echo</code> or <code>template</code>. All rules also take <code>channel</code>, <code>business_<wbr>id</code>\nand <code>times</code> (default 1). A rule that can never match is refused.</p>\n"
            },
            {
              "level": 2,
              "anchor": "what-it-implements",
              "title": "What it implements",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"What it implements\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Area</th>\n<th>Behavior</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Parameters</td>\n<td>JSON, forms, multipart and query; bearer token or parameter; <code>appsecret_<wbr>proof</code> is checked if present, and required with an option</td>\n</tr>\n<tr>\n<td>Messages</td>\n<td><code>messages</code>, <code>media</code>, <code>message_<wbr>attachments</code>, <code>marketing_<wbr>messages</code>; <code>conversations</code> and <code>GET /<wbr>{message_<wbr>id}</code> on Messenger and Instagram</td>\n</tr>\n<tr>\n<td>Numbers</td>\n<td><code>phone_<wbr>numbers</code>, <code>request_<wbr>code</code> and <code>verify_<wbr>code</code> (the code is always 123456), <code>register</code>, <code>deregister</code>, <code>POST /<wbr>{number}</code>, <code>settings</code>, <code>block_<wbr>users</code>, <code>message_<wbr>qrdls</code>, <code>whatsapp_<wbr>commerce_<wbr>settings</code>, <code>whatsapp_<wbr>business_<wbr>encryption</code>, <code>conversational_<wbr>automation</code>, <code>official_<wbr>business_<wbr>account</code>, <code>business_<wbr>compliance_<wbr>info</code>, <code>whatsapp_<wbr>business_<wbr>profile</code></td>\n</tr>\n<tr>\n<td>Calls</td>\n<td>The signaling of <code>calls</code>, with <code>call_<wbr>permissions</code> and the callbacks of the field <code>calls</code>. <code>call</code> plays the person</td>\n</tr>\n<tr>\n<td>Templates</td>\n<td><code>message_<wbr>templates</code>, <code>template_<wbr>analytics</code>, <code>message_<wbr>template_<wbr>library</code> with three templates of the mock</td>\n</tr>\n<tr>\n<td>Flows</td>\n<td><code>flows</code>, <code>assets</code>, <code>publish</code>, <code>deprecate</code>, <code>migrate_<wbr>flows</code>, the field <code>preview</code>. <code>exchangeFlowData</code> calls the flow's endpoint, encrypted</td>\n</tr>\n<tr>\n<td>Catalogs</td>\n<td><code>owned_<wbr>product_<wbr>catalogs</code>, <code>products</code>, <code>product_<wbr>catalogs</code>. If an account has a catalog, product messages must name its products</td>\n</tr>\n<tr>\n<td>Pages</td>\n<td><code>messenger_<wbr>profile</code>, <code>personas</code>, <code>custom_<wbr>labels</code>, <code>label</code>, <code>moderate_<wbr>conversations</code>, and the handover: <code>pass_<wbr>thread_<wbr>control</code>, <code>take_<wbr>thread_<wbr>control</code>, <code>request_<wbr>thread_<wbr>control</code>, <code>release_<wbr>thread_<wbr>control</code>, <code>thread_<wbr>owner</code>, <code>secondary_<wbr>receivers</code></td>\n</tr>\n<tr>\n<td>Accounts</td>\n<td><code>me/<wbr>accounts</code>, <code>oauth/<wbr>access_<wbr>token</code>, <code>refresh_<wbr>access_<wbr>token</code>, <code>access_<wbr>token</code>, <code>uploads</code> (Resumable Upload), <code>subscribed_<wbr>apps</code>, <code>subscriptions</code>, <code>assigned_<wbr>users</code>, <code>owned_<wbr>whatsapp_<wbr>business_<wbr>accounts</code></td>\n</tr>\n<tr>\n<td>Nodes</td>\n<td>By ID or <code>?ids=</code>, with nested <code>fields</code>; <code>batch</code>; <code>?method=</code> on POST; <code>debug_<wbr>token</code>; <code>/<wbr>{app_<wbr>id}/<wbr>subscriptions</code></td>\n</tr>\n<tr>\n<td>Fields of messages</td>\n<td>Required fields, lengths and enums of each message type, interactive kind and template, as Meta documents them</td>\n</tr>\n<tr>\n<td>Reactions</td>\n<td>One emoji, or empty to remove it. For a message outside the chat or older than 30 days: fails with 131009</td>\n</tr>\n<tr>\n<td>Signals</td>\n<td>Read receipts, <code>typing_<wbr>indicator</code> and <code>sender_<wbr>action</code>, for known messages and people</td>\n</tr>\n<tr>\n<td>Windows</td>\n<td>24 hours per business and person; 7 days with the tag <code>HUMAN_<wbr>AGENT</code></td>\n</tr>\n<tr>\n<td>Sent templates</td>\n<td>Checked for name, language, variables, header, buttons, cards, offers and length. Missing parameters of a button or card are refused with 131008. The language can be in any case, such as <code>en_<wbr>us</code> for <code>en_<wbr>US</code>, but not with a hyphen</td>\n</tr>\n<tr>\n<td>Media</td>\n<td>SHA-256; uploads last 30 days, customers' files 7 days, download URLs 5 minutes</td>\n</tr>\n<tr>\n<td>Attachments</td>\n<td>Messenger and Instagram: by URL, as a file, or reusable for 90 days</td>\n</tr>\n<tr>\n<td>Rate limits</td>\n<td>80 messages per second and number (130429), 300 per page or account (613). Per person (131056) with <code>limits.pair</code>, such as <code>{ burst: 45, everyMs: 6000 }</code></td>\n</tr>\n<tr>\n<td>Callbacks</td>\n<td>Escaped ASCII and both signatures. WhatsApp retries for 7 days; Messenger and Instagram stop after an hour of failures until the app subscribes again</td>\n</tr>\n<tr>\n<td>Subscriptions</td>\n<td><code>subscribed_<wbr>fields</code> limit the callbacks; <code>override_<wbr>callback_<wbr>uri</code> with <code>verify_<wbr>token</code> redirects a WhatsApp account's callbacks</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "what-it-does-not-implement",
              "title": "What it does not implement",
              "html": "<ul>\n<li>Downloads: the mock does not fetch media that you send by link. For a customer's <code>media.url</code>, it passes the URL on (Messenger, Instagram)\nor serves generated bytes (WhatsApp). It serves the real file only for <code>bytes</code>, a <code>data:</code> URL or a loopback URL.</li>\n<li>Insights, NLP, groups, requests for message history, ads, comments, solutions of partners and pre-verified numbers. These paths return\nerror 2500. A send to a group is refused, although people can write in groups.\n<a href=\"https://github.com/wigwag/wigwag/blob/main/mock-provider/COVERAGE.md\">COVERAGE.md</a> lists what the mock answers of Meta's published\nOpenAPI document: 64 of 113 operations.</li>\n<li>Usernames of businesses, and Graph requests about the contact book.</li>\n<li>Audio of calls, the components of a Flow JSON, and Meta's texts of library templates.</li>\n<li>Errors of registration and verification are those of Meta's OpenAPI document, since Meta documents no codes for them.</li>\n<li>In a batch: <code>depends_<wbr>on</code>, results of other requests, and files.</li>\n<li>Template review: a new template is <code>PENDING</code> until you call <code>setTemplate</code>.</li>\n<li>Details that Meta does not document: HTTP statuses per code and late errors are based on captured traffic.\n<a href=\"https://github.com/wigwag/wigwag/blob/main/mock-provider/README.md#where-the-errors-come-from\">The README</a> lists the source of each subcode.</li>\n</ul>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/testing\">Testing</a> shows how to test an application with wigwag and the mock.</li>\n<li><a href=\"/developers/docs/errors\">Errors</a> shows how wigwag reports Meta's errors.</li>\n<li><a href=\"/developers/docs/cli\">CLI</a> lists the commands.</li>\n</ul>\n"
            }
          ]
        }
      ]
    },
    {
      "title": "Understand",
      "pages": [
        {
          "slug": "concepts",
          "title": "Concepts",
          "description": "Learn the terms of the API and the rules for each.",
          "sections": [
            {
              "level": 1,
              "anchor": "concepts",
              "title": "Concepts",
              "html": "<p>The terms of the API, how they relate, and the rules for each.</p>\n<pre class=\"output\" tabindex=\"0\"><code>account ─┬─ API keys (live, test)\n         ├─ connections (wa_1, ig_1, fb_1, web_1) ── templates (WhatsApp only)\n         ├─ contacts ── conversations ── messages\n         ├─ opt-outs, blocked numbers\n         └─ webhook endpoint ◀── events\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "account",
              "title": "Account",
              "html": "<p>A company that uses the service. Keys, connections, contacts and events belong to one account, and no account sees another's data.</p>\n<pre tabindex=\"0\"><code>npx wigwag me\n</code></pre>\n<p>An account has a country and a time zone. wigwag uses the country to interpret local numbers (<code>0555 111 22 33</code>), and the time zone for\nreports and quiet hours. The operator can disable each of its three modules: <code>api</code>, <code>webhook</code> and <code>flows</code>. Events name the\naccount in <code>company_<wbr>id</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "connection",
              "title": "Connection",
              "html": "<p>A connected channel account: a WhatsApp number, an Instagram account, a Messenger page or a web chat. IDs start with <code>wa_</code>, <code>ig_</code>, <code>fb_</code>\nor <code>web_</code>.</p>\n<pre tabindex=\"0\"><code>npx wigwag channels\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>CHANNEL    CONNECTION  NAME            DEFAULT  WINDOW HOURS  CAN\nwhatsapp   wa_1        Demo whatsapp   yes      24            text, media, location, interactive, template\ninstagram  ig_1        Demo instagram  yes      24            text, media, interactive\nmessenger  fb_1        Demo messenger  yes      24            text, media, interactive\nweb        web_1       Demo web        yes                    text, media\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Connection\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Channel</th>\n<th>Recipient (<code>to</code>)</th>\n<th>Window</th>\n<th>Text</th>\n<th>Media</th>\n<th>Location</th>\n<th>Interactive</th>\n<th>Template</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>whatsapp</code></td>\n<td>international number, digits only</td>\n<td>24 h</td>\n<td>yes</td>\n<td>yes</td>\n<td>yes</td>\n<td>yes</td>\n<td>yes</td>\n</tr>\n<tr>\n<td><code>instagram</code></td>\n<td><code>from.id</code> of an event</td>\n<td>24 h</td>\n<td>yes</td>\n<td>yes</td>\n<td>no</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td><code>messenger</code></td>\n<td><code>from.id</code> of an event</td>\n<td>24 h</td>\n<td>yes</td>\n<td>yes</td>\n<td>no</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td><code>web</code></td>\n<td>visitor ID, <code>web_<wbr>...</code></td>\n<td>none</td>\n<td>yes</td>\n<td>yes</td>\n<td>no</td>\n<td>no</td>\n<td>no</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>channel</code> defaults to <code>whatsapp</code>. Without <code>connection_<wbr>id</code>, a send uses the default connection of the channel: its oldest active\none.</p>\n"
            },
            {
              "level": 2,
              "anchor": "contact",
              "title": "Contact",
              "html": "<p>A person, identified by a phone number or by the ID on a channel. The first message in either direction creates the contact, as does\n<code>POST /<wbr>contacts</code>.</p>\n<pre tabindex=\"0\"><code>npx wigwag contacts create &quot;0555 111 22 33&quot; --name &quot;Ada Lovelace&quot;\nnpx wigwag contacts get 905551112233\n</code></pre>\n<p>The API accepts a number in any common format, and always returns digits with the country code.</p>\n<p>Two lists restrict what a person receives:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Contact\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>List</th>\n<th>Effect</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>opt-outs</td>\n<td>no marketing templates, campaigns or flows</td>\n</tr>\n<tr>\n<td>blocked numbers</td>\n<td>no messages</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Both lists apply to the number, not to the contact. They apply whether or not a contact exists.</p>\n"
            },
            {
              "level": 2,
              "anchor": "conversation",
              "title": "Conversation",
              "html": "<p>The exchange with one person over one connection. It has a status, an agent and a count of unread messages.</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received --override text=&quot;Where is my order?&quot;\nnpx wigwag conversations list\nnpx wigwag conversations history 905551112233\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Conversation\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Status</th>\n<th>Meaning</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>open</code></td>\n<td>The conversation is active. Assigning an agent also opens it.</td>\n</tr>\n<tr>\n<td><code>closed</code></td>\n<td>You closed it. It opens again when the customer writes.</td>\n</tr>\n<tr>\n<td><code>bot</code></td>\n<td>A <a href=\"/developers/docs/flows\">flow</a> is running and no agent is assigned.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "window",
              "title": "Window",
              "html": "<p>The 24 hours after a customer's last message, during which you may send free-form messages on WhatsApp, Instagram and Messenger.</p>\n<pre tabindex=\"0\"><code>npx wigwag contacts window 905551112233\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>window_open               yes\nlast_inbound_at           ...\ncloses_at                 ...\ncan_send.session_message  yes\ncan_send.template         yes\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Window\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Window</th>\n<th>WhatsApp</th>\n<th>Instagram, Messenger</th>\n<th>Web</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>open</td>\n<td>anything</td>\n<td>anything</td>\n<td>anything</td>\n</tr>\n<tr>\n<td>closed</td>\n<td>templates only: <code>WINDOW_<wbr>CLOSED</code> otherwise</td>\n<td>nothing until the customer writes again</td>\n<td>no window</td>\n</tr>\n<tr>\n<td>never opened</td>\n<td>templates only: <code>WINDOW_<wbr>NEVER_<wbr>OPENED</code> otherwise</td>\n<td>nothing until the customer writes</td>\n<td>no window</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Each connection has a separate window. A message to <code>wa_<wbr>1</code> opens the window of <code>wa_<wbr>1</code> only.</p>\n"
            },
            {
              "level": 2,
              "anchor": "message",
              "title": "Message",
              "html": "<p>A message in either direction. The IDs of sent messages start with <code>msg_</code>, and those of received messages with <code>msg_<wbr>in_</code>.</p>\n<p>Sends are asynchronous. The API returns 202 with the status <code>queued</code>. The message then moves forward through these statuses:</p>\n<pre class=\"output\" tabindex=\"0\"><code>queued ──▶ sent ──▶ delivered ──▶ read\n   └────────┴───────────┴──▶ failed\n</code></pre>\n<p>A status never moves back. <code>GET /<wbr>messages/<wbr>{id}</code> finds a message for 90 days.</p>\n"
            },
            {
              "level": 2,
              "anchor": "template",
              "title": "Template",
              "html": "<p>A message text that WhatsApp approved in advance. On WhatsApp, only a template can start a conversation.</p>\n<pre tabindex=\"0\"><code>npx wigwag templates list\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Template\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Field</th>\n<th>Values</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>status</code></td>\n<td><code>APPROVED</code>, <code>PENDING</code>, <code>REJECTED</code>. Only approved templates can be sent.</td>\n</tr>\n<tr>\n<td><code>category</code></td>\n<td><code>MARKETING</code>, <code>UTILITY</code>, <code>AUTHENTICATION</code></td>\n</tr>\n<tr>\n<td><code>parameter_<wbr>format</code></td>\n<td><code>POSITIONAL</code>: variables are an array. <code>NAMED</code>: variables are an object.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "event",
              "title": "Event",
              "html": "<p>Something that happened in an account. The server posts each event to the account's webhook endpoint, signed, and keeps it\nfor the event stream.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Event\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Event</th>\n<th>Raised when</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>message.received</code></td>\n<td>A customer wrote.</td>\n</tr>\n<tr>\n<td><code>message.status</code></td>\n<td>The status of a message that you sent changed.</td>\n</tr>\n<tr>\n<td><code>template.status</code></td>\n<td>A template was approved or rejected.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Events are delivered at least once, in no guaranteed order. Two deliveries with the same <code>id</code> are duplicates. <a href=\"/developers/docs/receiving\">Receiving</a>\nshows how to handle both.</p>\n"
            },
            {
              "level": 2,
              "anchor": "key-modes",
              "title": "Key modes",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Key modes\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th></th>\n<th>Live key (<code>ww_<wbr>live_<wbr>...</code>)</th>\n<th>Test key (<code>ww_<wbr>test_<wbr>...</code>)</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Checks recipient, template, variables, media</td>\n<td>yes</td>\n<td>yes</td>\n</tr>\n<tr>\n<td>Checks the window</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td>Sends to the provider</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td>Appears in conversations</td>\n<td>yes</td>\n<td>no</td>\n</tr>\n<tr>\n<td>Status in the response</td>\n<td><code>queued</code></td>\n<td><code>sent</code>, with <code>test: true</code></td>\n</tr>\n<tr>\n<td>Events</td>\n<td>real</td>\n<td>simulated <code>sent</code>, <code>delivered</code>, <code>read</code> with <code>test: true</code></td>\n</tr>\n<tr>\n<td>Response header</td>\n<td></td>\n<td><code>X-Service-Mode: test</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>A key can be limited to scopes and to source addresses. The server shows a key once, when you create it, and stores only a hash.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/quickstart\">Quickstart</a>: send the first message</li>\n<li><a href=\"/developers/docs/sending\">Sending</a>: every message type</li>\n<li><a href=\"/developers/docs/architecture\">Architecture</a>: how a message moves through the server</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "architecture",
          "title": "Architecture",
          "description": "Follow one message through the server.",
          "sections": [
            {
              "level": 1,
              "anchor": "architecture",
              "title": "Architecture",
              "html": "<p>This page follows one message through the server, from <code>POST /<wbr>messages</code> to the last webhook, and names the files that handle it.</p>\n"
            },
            {
              "level": 2,
              "anchor": "watch-one-message",
              "title": "Watch one message",
              "html": "<p>Save this receiver as <code>receiver.mjs</code> and run it in another terminal with <code>npx node receiver.mjs</code>. Then set it as the webhook endpoint, simulate\na customer's message, and reply:</p>\n<p class=\"file\"><code>receiver.mjs</code></p>\n<pre tabindex=\"0\"><code>import { createServer } from 'node:http';\n\nconst lines = [];\ncreateServer(async (request, response) =&gt; {\n  if (request.method === 'GET') return response.end(`${lines.join('\\n')}\\n`);\n  const { event, data } = await new Response(request).json();\n  lines.push(`${event} ${data.message.status ?? data.message.text}`);\n  response.end();\n}).listen(process.env.PORT ?? 4010, '127.0.0.1');\n</code></pre>\n<pre tabindex=\"0\"><code>curl -sS -X PUT &quot;$WIGWAG_CONTROL_URL/webhook&quot; -H 'content-type: application/json' \\\n  -d '{&quot;account_id&quot;:&quot;1&quot;,&quot;url&quot;:&quot;http://127.0.0.1:4010&quot;}' &gt; /dev/null\nnpx wigwag trigger message.received --override text=&quot;Where is my order?&quot; &gt; /dev/null\nnpx wigwag send &quot;It left this morning.&quot; --to 905551112233 --wait read &gt; /dev/null\ncurl -sS -X POST &quot;$WIGWAG_CONTROL_URL/settle&quot; &gt; /dev/null\ncurl -sS http://127.0.0.1:4010 | sort\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>message.received Where is my order?\nmessage.status delivered\nmessage.status read\nmessage.status sent\n</code></pre>\n<p>One message caused four kinds of work: one request, one send, three callbacks and three deliveries. Each step commits to the database\nbefore the next one starts. A crash at any point loses nothing.</p>\n"
            },
            {
              "level": 2,
              "anchor": "the-path-of-a-send",
              "title": "The path of a send",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"The path of a send\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Step</th>\n<th>File in <code>server/</code></th>\n<th>What happens</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>1</td>\n<td><code>http/<wbr>plugins/<wbr>api-key.ts</code></td>\n<td>Checks key, address, account, license, module, rate and scope, in this order, before it reads the body.</td>\n</tr>\n<tr>\n<td>2</td>\n<td><code>http/<wbr>plugins/<wbr>validation.ts</code></td>\n<td>Validates the body against the schemas of the API document.</td>\n</tr>\n<tr>\n<td>3</td>\n<td><code>http/<wbr>messages/<wbr>handlers.ts</code></td>\n<td>Parses the request and calls the domain.</td>\n</tr>\n<tr>\n<td>4</td>\n<td><code>outbound/<wbr>media-url.ts</code></td>\n<td>Checks the address of a file, if the message has one. This is a network call, so it comes before the transaction.</td>\n</tr>\n<tr>\n<td>5</td>\n<td><code>domain/<wbr>messages/<wbr>send-message.ts</code></td>\n<td>Applies the rules in order, and returns the error of the first rule that fails.</td>\n</tr>\n<tr>\n<td>6</td>\n<td><code>domain/<wbr>messages/<wbr>accept-message.ts</code></td>\n<td>Stores the message, updates the conversation and adds an outbox task, in one transaction.</td>\n</tr>\n<tr>\n<td></td>\n<td></td>\n<td><strong>The API returns 202 after the commit.</strong></td>\n</tr>\n<tr>\n<td>7</td>\n<td><code>worker/<wbr>queue.ts</code></td>\n<td>Leases the due outbox task.</td>\n</tr>\n<tr>\n<td>8</td>\n<td><code>worker/<wbr>messages/<wbr>send-message.ts</code></td>\n<td>Checks the pace, the opt-out and block lists, and the connection. Records that the send begins, and passes the message to its provider.</td>\n</tr>\n<tr>\n<td>9</td>\n<td><code>providers/<wbr>whatsapp/<wbr>send.ts</code></td>\n<td>Calls the Graph API. <code>providers/<wbr>page/</code> and <code>providers/<wbr>web/</code> are the others.</td>\n</tr>\n<tr>\n<td></td>\n<td></td>\n<td><strong>The provider sends callbacks.</strong></td>\n</tr>\n<tr>\n<td>10</td>\n<td><code>http/<wbr>callbacks/<wbr>routes.ts</code></td>\n<td>Verifies the signature over the raw bytes, stores the callback and responds.</td>\n</tr>\n<tr>\n<td>11</td>\n<td><code>worker/<wbr>callbacks/<wbr>process-callback.ts</code></td>\n<td>Finds the message of each status.</td>\n</tr>\n<tr>\n<td>12</td>\n<td><code>domain/<wbr>messages/<wbr>record-status.ts</code></td>\n<td>Moves the status forward and raises one event.</td>\n</tr>\n<tr>\n<td>13</td>\n<td><code>worker/<wbr>webhooks/<wbr>deliver-webhook.ts</code></td>\n<td>Signs the event and posts it. Retries after 1 min, 5 min, 30 min, 2 h and 12 h.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Steps 1 to 6 and 10 run in an <code>api</code> process. The others run in a <code>worker</code> process. With <code>WIGWAG_<wbr>ROLE=all</code>, the default, one\nprocess does both.</p>\n"
            },
            {
              "level": 2,
              "anchor": "the-path-of-a-reply",
              "title": "The path of a reply",
              "html": "<p>A customer's message goes through steps 10 and 11, then <code>domain/<wbr>messages/<wbr>receive-inbound.ts</code>. One transaction stores the message, opens the\nwindow and the conversation, raises <code>message.received</code>, and starts or stops flows. Step 13 delivers the\nevent.</p>\n<p>If the message has a file, the event contains a signed link. <code>http/<wbr>media/<wbr>received-media.ts</code> streams the file from the provider\nto any client that opens the link within 7 days. The server stores no copy.</p>\n"
            },
            {
              "level": 2,
              "anchor": "the-path-of-a-flow-step",
              "title": "The path of a flow step",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"The path of a flow step\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>File in <code>server/</code></th>\n<th>What happens</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>domain/<wbr>flows/<wbr>follow-inbound.ts</code></td>\n<td>Starts a run of each flow that waits for the pressed button, and stops runs that the customer replied to.</td>\n</tr>\n<tr>\n<td><code>domain/<wbr>flows/<wbr>run-flow-step.ts</code></td>\n<td>Checks opt-out, block, window and quiet hours when a step is due. Stores the message, its send and the next step in one transaction.</td>\n</tr>\n<tr>\n<td><code>domain/<wbr>flows/<wbr>flow-message.ts</code></td>\n<td>Fills in the placeholders.</td>\n</tr>\n<tr>\n<td><code>domain/<wbr>flows/<wbr>flow-send-check.ts</code></td>\n<td>Checks again right before the message is sent.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "the-path-of-a-campaign-message",
              "title": "The path of a campaign message",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"The path of a campaign message\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>File in <code>server/</code></th>\n<th>What happens</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>worker/<wbr>campaigns/<wbr>feed-campaign.ts</code></td>\n<td>Creates at most 8 messages, 8 times per second, while the connection has free capacity.</td>\n</tr>\n<tr>\n<td><code>worker/<wbr>campaigns/<wbr>campaign-turn.ts</code></td>\n<td>Decides when a message may be sent.</td>\n</tr>\n<tr>\n<td><code>worker/<wbr>messages/<wbr>send-message.ts</code></td>\n<td>Sends it, like any other message.</td>\n</tr>\n<tr>\n<td><code>domain/<wbr>messages/<wbr>record-status.ts</code></td>\n<td>Writes the result to <code>campaign_<wbr>recipients</code>. It raises no event.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
            },
            {
              "level": 2,
              "anchor": "layers",
              "title": "Layers",
              "html": "<pre class=\"output\" tabindex=\"0\"><code>http ────┐\nworker ──┼──▶ domain ──▶ store ──▶ SQLite or PostgreSQL\nadmin ───┘\nproviders, outbound ──▶ the network\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Layers\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Folder</th>\n<th>Knows</th>\n<th>Does not know</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>http/</code></td>\n<td>hapi, requests, errors as responses</td>\n<td>SQL</td>\n</tr>\n<tr>\n<td><code>domain/</code></td>\n<td>the rules of the API</td>\n<td>hapi, fetch</td>\n</tr>\n<tr>\n<td><code>store/</code></td>\n<td>SQL</td>\n<td>the rules</td>\n</tr>\n<tr>\n<td><code>worker/</code></td>\n<td>tasks, retries, timing</td>\n<td>hapi</td>\n</tr>\n<tr>\n<td><code>providers/</code></td>\n<td>the requests and callbacks of each provider</td>\n<td>each other</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Lint enforces these arrows. The worker and the HTTP layer reach a provider only through <code>app.providers</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "packages",
              "title": "Packages",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"Packages\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Package</th>\n<th>Role</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>openapi</code></td>\n<td>The API document, its types, and the tables of errors, limits and channels.</td>\n</tr>\n<tr>\n<td><code>server</code></td>\n<td>Implements the document.</td>\n</tr>\n<tr>\n<td><code>sdk</code></td>\n<td>Calls the API from code.</td>\n</tr>\n<tr>\n<td><code>cli</code></td>\n<td>Calls the API from a terminal, through the SDK. Also runs the server, the mock and <code>admin</code>.</td>\n</tr>\n<tr>\n<td><code>mock-provider</code></td>\n<td>A mock of Meta's Graph API. Imports no other package.</td>\n</tr>\n<tr>\n<td><code>conformance</code></td>\n<td>Tests any server over HTTP.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>The document comes first: the server validates requests against it, the SDK takes its types from it, and the conformance suite tests\nagainst it.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/internals\">Internals</a>: the store, the outbox and the worker in detail</li>\n<li><a href=\"/developers/docs/concepts\">Concepts</a>: the nouns used here</li>\n<li><a href=\"/developers/docs/operations\">Operations</a>: running the processes</li>\n</ul>\n"
            }
          ]
        },
        {
          "slug": "internals",
          "title": "Internals",
          "description": "See what the store, the outbox and the worker guarantee, and how.",
          "sections": [
            {
              "level": 1,
              "anchor": "internals",
              "title": "Internals",
              "html": "<p>This page is for contributors and curious operators. It shows what the store, the outbox and the worker guarantee, and how.</p>\n"
            },
            {
              "level": 2,
              "anchor": "what-you-can-rely-on",
              "title": "What you can rely on",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"What you can rely on\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Guarantee</th>\n<th>How</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>No accepted message is lost.</td>\n<td>The message and its task share a transaction that is on disk before the 202.</td>\n</tr>\n<tr>\n<td>No message is sent twice.</td>\n<td>The worker records each send before it begins and never repeats one whose result is unknown.</td>\n</tr>\n<tr>\n<td>Within 24 hours, a repeated <code>Idempotency-Key</code> creates no second message.</td>\n<td>The transaction that accepts the send also stores the key.</td>\n</tr>\n<tr>\n<td>A flow step is sent once.</td>\n<td>The message, its send and the run's next step are one transaction.</td>\n</tr>\n<tr>\n<td>A list returns no record twice.</td>\n<td>A page starts after the last record of the previous page, not at an offset.</td>\n</tr>\n<tr>\n<td>The event stream has no gaps.</td>\n<td>The events of an account have numbers without gaps, assigned in commit order.</td>\n</tr>\n<tr>\n<td>A slow webhook receiver delays no other account.</td>\n<td>Each account has a separate share of the worker.</td>\n</tr>\n<tr>\n<td>The server refuses overload instead of queuing it.</td>\n<td>A process handles 512 API requests at once and refuses others with <code>RATE_<wbr>LIMITED</code>.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Webhooks are delivered at least once: after a crash, the server may repeat a delivery, with the same <code>id</code>.</p>\n<p><code>npm run crash</code> checks the first two rows. It kills servers, workers and database connections while they work. It then compares the\nmessages that the API accepted, the messages that the provider accepted and the events that receivers got.</p>\n"
            },
            {
              "level": 2,
              "anchor": "the-store",
              "title": "The store",
              "html": "<p><code>server/<wbr>store</code> holds all SQL. <code>store.read</code> runs single reads. Every write goes through <code>store.transaction</code>; frequent writes go through\n<code>store.batch</code>, where one transaction loads, decides and writes for many callers.</p>\n<div class=\"table\" role=\"region\" aria-label=\"The store\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th></th>\n<th>SQLite</th>\n<th>PostgreSQL</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>Processes per database</td>\n<td>one server, which holds the lock file <code>wigwag.db.lock</code></td>\n<td>any number</td>\n</tr>\n<tr>\n<td>Durability</td>\n<td>WAL mode, <code>synchronous=FULL</code></td>\n<td><code>synchronous_<wbr>commit</code> of the database</td>\n</tr>\n<tr>\n<td>Transactions at a time</td>\n<td>one</td>\n<td>one per connection, 10 connections per process</td>\n</tr>\n<tr>\n<td>Wake-ups between processes</td>\n<td>not needed</td>\n<td><code>LISTEN</code> and <code>NOTIFY</code>, and polling</td>\n</tr>\n<tr>\n<td>Rate limits of keys</td>\n<td>in memory</td>\n<td>in <code>key_<wbr>rates</code>, for all processes together</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Times are microseconds since the epoch. IDs sort by age. Every table with an account's data starts with <code>account_<wbr>id</code>, and so do its\nindexes.</p>\n"
            },
            {
              "level": 2,
              "anchor": "batching",
              "title": "Batching",
              "html": "<p>Most of the cost of a small transaction is the wait for the disk, so concurrent transactions share this wait.</p>\n<p><strong>Group commit</strong> (<code>store/<wbr>drivers/<wbr>group-commit.ts</code>) serves SQLite. Transactions that arrive during a commit share the next one.\nThey run one after another, each in a separate savepoint, so a failed transaction rolls back alone. At most 64 share a commit, and callers\nget their results after it. A group is fsynced if any transaction in it must be durable.</p>\n<p><strong>Batched transactions</strong> (<code>store/<wbr>batching/</code>) serve both databases. Up to 128 domain functions run in one transaction. Reads that they\nrequest at the same time become one query, and their writes become one statement per table. Such a function must read before it writes, and\ndo nothing else, because the store may run it again alone.</p>\n<p><strong>Status callbacks</strong> (<code>worker/<wbr>callbacks/<wbr>status-batch.ts</code>) run as one batch per provider app, in order: <code>load</code> reads everything that the\ncallbacks need in about eight queries, <code>decide</code> computes the effects of each callback without the database, and <code>apply</code> writes them with one\nstatement per table. A batch ends before a callback that needs more than the common case, such as an inbound message or a message in parts.\nThat callback runs alone.</p>\n<p><strong>Batched reads</strong> (<code>store/<wbr>batching/<wbr>batched-reads.ts</code>) serve tasks that run at the same time. Their reads of single rows become one query per\ntable. Nothing is cached.</p>\n<p>Two kinds of write do not wait for the disk: the lease of a task, and the record of a webhook delivery. A power failure can undo them. The\ntask then runs again.</p>\n"
            },
            {
              "level": 2,
              "anchor": "the-outbox",
              "title": "The outbox",
              "html": "<p>The outbox is the table of pending tasks. A task is added in the same transaction as the change that requires it.</p>\n<div class=\"table\" role=\"region\" aria-label=\"The outbox\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Queue</th>\n<th>Tasks</th>\n<th>At once, per process</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>send</code></td>\n<td>send a message, confirm a send, simulate statuses of a test key, sync templates</td>\n<td>256; 128 per account</td>\n</tr>\n<tr>\n<td><code>campaign</code></td>\n<td>feed a campaign, send its messages</td>\n<td>32</td>\n</tr>\n<tr>\n<td><code>callback</code></td>\n<td>process a provider's callbacks</td>\n<td>64</td>\n</tr>\n<tr>\n<td><code>deliver</code></td>\n<td>deliver an event</td>\n<td>512; 8 per account</td>\n</tr>\n<tr>\n<td><code>flow</code></td>\n<td>run a flow step</td>\n<td>128</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>If many accounts have work at the same time, their shares shrink: all accounts together use at most 192 sends and 256 deliveries. The rest\nstays free for the next account. The account that has waited longest comes first.</p>\n<p>Tasks with the same <code>lane</code> run in order. Callbacks use lanes, so that <code>sent</code> is processed before <code>delivered</code>.</p>\n<p>To see the queues of a database:</p>\n<pre tabindex=\"0\"><code>select queue, count(*) as tasks, min(run_at) as oldest\nfrom outbox\ngroup by queue;\n</code></pre>\n<p>The metrics <code>wigwag_<wbr>queue_<wbr>tasks</code> and <code>wigwag_<wbr>queue_<wbr>oldest_<wbr>due_<wbr>seconds</code> report the same values (<a href=\"/developers/docs/operations\">Operations</a>).</p>\n"
            },
            {
              "level": 2,
              "anchor": "leases",
              "title": "Leases",
              "html": "<p>A worker leases a task for 2 minutes, which is longer than any task takes. The lease is a row update: <code>claimed_<wbr>by</code> is the worker and\n<code>run_<wbr>at</code> is the end of the lease. If the worker dies, the task is due again when the lease ends. If a worker in the same process has\ncapacity, the transaction that adds a task also leases it.</p>\n<div class=\"table\" role=\"region\" aria-label=\"Leases\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Situation</th>\n<th>What happens</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>A worker on PostgreSQL dies</td>\n<td>Workers send a heartbeat every 2 seconds. After 10 seconds without one, the others take over its tasks.</td>\n</tr>\n<tr>\n<td>A server on SQLite dies</td>\n<td>The next server takes over all tasks when it starts.</td>\n</tr>\n<tr>\n<td>A worker was only slow</td>\n<td>It may continue. Before it changes a task, it checks that it still holds the lease.</td>\n</tr>\n<tr>\n<td>A task throws</td>\n<td>It runs again after 30 seconds, or immediately if a database lock caused the error.</td>\n</tr>\n<tr>\n<td>The database is locked</td>\n<td>The worker repeats the write until it succeeds.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>On PostgreSQL, workers lease with <code>FOR UPDATE SKIP LOCKED</code>, so they do not wait for each other.</p>\n"
            },
            {
              "level": 2,
              "anchor": "sending-once",
              "title": "Sending once",
              "html": "<p>The provider cannot be part of a transaction. As the last step before the request, the worker therefore records on disk that the send\nbegins. What happens next depends on what the worker knows:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Sending once\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>The worker knows</th>\n<th>Result</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>The send is not recorded as begun</td>\n<td>No request was made. The worker that takes over the task sends it.</td>\n</tr>\n<tr>\n<td>The provider accepted it</td>\n<td>The message gets its <code>external_<wbr>id</code>.</td>\n</tr>\n<tr>\n<td>The provider refused it</td>\n<td>The message is <code>failed</code>.</td>\n</tr>\n<tr>\n<td>The provider was down and did not get the request</td>\n<td>The send runs again after 30 s, 2 min and 5 min.</td>\n</tr>\n<tr>\n<td>The provider throttled it</td>\n<td>The send runs again after 1, 4, 16, 64, 256 and 1,024 s.</td>\n</tr>\n<tr>\n<td>The response was lost, or the process died</td>\n<td>The send is not repeated. It waits 15 minutes for a callback that proves it. Without one, the message is <code>failed</code> with the code <code>unconfirmed</code>.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Callbacks can prove a send because each request contains the message ID: in <code>biz_<wbr>opaque_<wbr>callback_<wbr>data</code> on WhatsApp, in <code>metadata</code> on\nMessenger and Instagram. The provider returns it with statuses and echoes.</p>\n<p>If the provider is down for 5 sends of a connection in a row, a circuit breaker opens for 30 seconds. The API then refuses new sends on\nthat connection with <code>PROVIDER_<wbr>UNAVAILABLE</code>. The worker still retries accepted messages.</p>\n"
            },
            {
              "level": 2,
              "anchor": "pacing",
              "title": "Pacing",
              "html": "<p><code>worker/<wbr>pacer.ts</code> assigns each send the time at which it may start: 80 per second on a WhatsApp number, 300 per second on a page or\naccount. On PostgreSQL, the table <code>line_<wbr>paces</code> counts the sends of all workers. Campaigns use only free slots, up to 80% of the limit.</p>\n"
            },
            {
              "level": 2,
              "anchor": "callbacks-and-statuses",
              "title": "Callbacks and statuses",
              "html": "<p>The server stores a callback as it arrives and responds immediately. An invalid item does not affect the others: if a batch of callbacks\nfails, each of them runs alone, item by item. Processing an item twice changes nothing.</p>\n<p>A status of an unknown message is retried after 1 s, 5 s, 30 s, 5 min and 1 h. A status that would skip another, such as <code>read</code>\nbefore <code>delivered</code>, waits up to a minute for earlier callbacks that other processes still hold.</p>\n<p>Text that is too long for Messenger or Instagram is sent in several requests. Each part has a separate status, and the message has\nthe status of its least advanced part.</p>\n"
            },
            {
              "level": 2,
              "anchor": "events",
              "title": "Events",
              "html": "<p>Each transaction that raises events assigns their numbers as its last step, while it holds a lock on the account's row in\n<code>event_<wbr>sequences</code>. Events are therefore committed in the order of their numbers, and a reader that continues after a number misses none.\nOn PostgreSQL, this lock limits the event rate of an account: each transaction holds it for two statements and the commit.</p>\n<p>Processes notify each other after the commit. Workers also poll every 2 seconds, so a lost notification only delays work.</p>\n"
            },
            {
              "level": 2,
              "anchor": "next",
              "title": "Next",
              "html": "<ul>\n<li><a href=\"/developers/docs/architecture\">Architecture</a>: the path of a message through the files</li>\n<li><a href=\"/developers/docs/operations\">Operations</a>: metrics, backups and upgrades</li>\n<li><a href=\"/developers/docs/capacity\">Capacity</a>: bytes, statements and limits</li>\n</ul>\n"
            }
          ]
        }
      ]
    }
  ]
};

export default site;
