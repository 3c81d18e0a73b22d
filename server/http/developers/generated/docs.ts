/* Made by `npm run generate` from docs/. Do not edit. */

import type { DocsSite } from '../docs-site.ts';

const site: DocsSite = {
  "title": "Documentation",
  "introduction": "<p>Start with the quickstart. It takes ten minutes, and the other pages build on it.</p>\n",
  "groups": [
    {
      "title": "Start",
      "pages": [
        {
          "slug": "quickstart",
          "title": "Quickstart",
          "description": "Receive a customer's message on your machine, answer it and watch it being read.",
          "sections": [
            {
              "level": 1,
              "anchor": "quickstart",
              "title": "Quickstart",
              "html": "<p>Start wigwag on your machine, receive a customer's message and answer it. You need no Meta account.</p>\n"
            },
            {
              "level": 2,
              "anchor": "start-the-server",
              "title": "Start the server",
              "html": "<p>You need npm and Node 20 or newer. <code>npm ci</code> also installs the Node 24 that wigwag runs on.</p>\n<pre tabindex=\"0\"><code>git clone https://github.com/wigwag/wigwag.git\ncd wigwag\nnpm ci\nnpx wigwag dev\n</code></pre>\n<p><code>wigwag dev</code> starts these on your machine, and prints their addresses and two API keys:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Start the server\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Part</th>\n<th>Address</th>\n<th>What it does</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>API</td>\n<td><code>http:/<wbr>/<wbr>127.0.0.1:3000/<wbr>api/<wbr>v1</code></td>\n<td>Takes your requests</td>\n</tr>\n<tr>\n<td>Mock provider</td>\n<td><code>http:/<wbr>/<wbr>127.0.0.1:3001</code></td>\n<td>Replaces WhatsApp, Instagram and Messenger</td>\n</tr>\n<tr>\n<td>Control port</td>\n<td><code>http:/<wbr>/<wbr>127.0.0.1:3002</code></td>\n<td>Lets you act as a customer</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>It keeps its data in the folder <code>.wigwag</code>, so the keys are the same after a restart. <code>npx wigwag dev --memory</code> keeps nothing.</p>\n<p>Open a second terminal in the same folder and set the variables that the examples use. Copy the live key from the first terminal.</p>\n<pre tabindex=\"0\"><code>export WIGWAG_URL=http://127.0.0.1:3000/api/v1\nexport WIGWAG_API_KEY=ww_live_...\n</code></pre>\n<p>Check the key:</p>\n<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/me&quot; -H &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;key&quot;:{&quot;mode&quot;:&quot;live&quot;,&quot;scopes&quot;:[&quot;*&quot;]},&quot;account&quot;:{&quot;id&quot;:&quot;1&quot;,&quot;name&quot;:&quot;Demo&quot;},...\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "let-a-customer-write",
              "title": "Let a customer write",
              "html": "<p>On WhatsApp, Instagram and Messenger, you may write free text only after the customer has written. Their message opens a window of\n24 hours. <code>wigwag trigger</code> plays a WhatsApp customer with the number 905551112233:</p>\n<pre tabindex=\"0\"><code>npx wigwag trigger message.received --override &quot;text=Where is my order?&quot;\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "answer",
              "title": "Answer",
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
              "html": "<p class=\"file\"><code>answer.mjs</code></p>\n<pre tabindex=\"0\"><code>import { Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_URL });\n\nconst message = await wigwag.messages.sendAndWait(\n  { to: '905551112233', text: 'It arrives tomorrow.' },\n  { until: 'delivered' },\n);\nconsole.log(message.id, message.status);\n</code></pre>\n<pre tabindex=\"0\"><code>npx node answer.mjs\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>msg_... ...\n</code></pre>\n<p><code>npx node</code> runs the Node 24 of the clone. <code>sendAndWait</code> returns when the message has the status, or throws if the message fails.</p>\n"
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
              "html": "<pre tabindex=\"0\"><code>npx wigwag conversations history 905551112233\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>...\n...Where is my order?...\n...\n</code></pre>\n<p>Or open it on a screen, where you can read and answer:</p>\n<pre tabindex=\"0\"><code>npx wigwag inbox\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "watch-events",
              "title": "Watch events",
              "html": "<p>wigwag reports every message and every change of status as an event. <code>listen</code> shows them while they happen. Run it in a third terminal:</p>\n<pre tabindex=\"0\"><code>npx wigwag listen\n</code></pre>\n<p>Then send another message. You see <code>message.status</code> three times: <code>sent</code>, <code>delivered</code> and <code>read</code>. In production, wigwag posts the same\nevents to your webhook endpoint.</p>\n"
            },
            {
              "level": 2,
              "anchor": "if-something-goes-wrong",
              "title": "If something goes wrong",
              "html": "<div class=\"table\" role=\"region\" aria-label=\"If something goes wrong\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>You see</th>\n<th>Do this</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>WINDOW_<wbr>NEVER_<wbr>OPENED</code> or <code>WINDOW_<wbr>CLOSED</code></td>\n<td>Let the customer write: run <code>npx wigwag trigger message.received</code> again.</td>\n</tr>\n<tr>\n<td><code>INVALID_<wbr>API_<wbr>KEY</code></td>\n<td>Copy the whole live key, with <code>ww_<wbr>live_</code> in front.</td>\n</tr>\n<tr>\n<td>The port 3000 is in use</td>\n<td>Start with <code>npx wigwag dev --port 3100</code>, and use that port in <code>WIGWAG_<wbr>URL</code>.</td>\n</tr>\n<tr>\n<td>Something else</td>\n<td>Run <code>npx wigwag doctor</code>. It checks the key, the clock and the connections, and says what to fix.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>Each error response has a <code>docs</code> field with the address of a page about its code.</p>\n"
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
              "html": "<pre tabindex=\"0\"><code>npx wigwag me --jq .key\n</code></pre>\n<p>The CLI reads the key from <code>WIGWAG_<wbr>API_<wbr>KEY</code>, from a profile, or from the <code>wigwag dev</code> of the folder. It takes no key as an option,\nbecause other users of the machine can read command lines. <code>npx wigwag profiles show</code> prints which server and key a command uses.</p>\n"
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
              "html": "<p>A key without restrictions may call every operation. Give each program a key with only the scopes that it needs. The server's operator\ncreates keys:</p>\n<pre tabindex=\"0\"><code>npx wigwag admin keys add --account 1 --scopes messages:send messages:read --json &gt; key.json\n</code></pre>\n<p>wigwag shows a key once and stores only its hash. This key sends, but it cannot read contacts:</p>\n<pre tabindex=\"0\"><code>SENDER_KEY=$(node -p 'JSON.parse(fs.readFileSync(&quot;key.json&quot;)).key')\ncurl &quot;$WIGWAG_URL/contacts&quot; -H &quot;Authorization: Bearer $SENDER_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:false,&quot;error&quot;:{&quot;code&quot;:&quot;SCOPE_DENIED&quot;,&quot;http&quot;:403,...\n</code></pre>\n<div class=\"table\" role=\"region\" aria-label=\"Create a restricted key\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Scope</th>\n<th>Operations</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>messages:send</code></td>\n<td><code>POST /<wbr>messages</code>, <code>POST /<wbr>messages/<wbr>template</code>, <code>GET /<wbr>messages/<wbr>template</code></td>\n</tr>\n<tr>\n<td><code>messages:read</code></td>\n<td><code>GET /<wbr>messages/<wbr>{id}</code></td>\n</tr>\n<tr>\n<td><code>templates:read</code></td>\n<td><code>GET /<wbr>templates</code></td>\n</tr>\n<tr>\n<td><code>media:write</code></td>\n<td><code>POST /<wbr>media</code></td>\n</tr>\n<tr>\n<td><code>contacts:read</code></td>\n<td><code>GET /<wbr>contacts</code>, <code>GET /<wbr>contacts/<wbr>{phone}</code>, <code>GET /<wbr>contacts/<wbr>{id}/<wbr>window</code></td>\n</tr>\n<tr>\n<td><code>contacts:write</code></td>\n<td><code>POST /<wbr>contacts</code>, <code>PATCH /<wbr>contacts/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>conversations:read</code></td>\n<td><code>GET /<wbr>conversations</code>, <code>GET /<wbr>conversations/<wbr>{phone}</code>, <code>GET /<wbr>conversations/<wbr>{phone}/<wbr>messages</code></td>\n</tr>\n<tr>\n<td><code>conversations:write</code></td>\n<td><code>PATCH /<wbr>conversations/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>optouts:read</code></td>\n<td><code>GET /<wbr>opt-outs</code></td>\n</tr>\n<tr>\n<td><code>optouts:write</code></td>\n<td><code>POST /<wbr>opt-outs</code>, <code>DELETE /<wbr>opt-outs/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>blocklist:read</code></td>\n<td><code>GET /<wbr>blocked-numbers</code></td>\n</tr>\n<tr>\n<td><code>blocklist:write</code></td>\n<td><code>POST /<wbr>blocked-numbers</code>, <code>DELETE /<wbr>blocked-numbers/<wbr>{phone}</code></td>\n</tr>\n<tr>\n<td><code>flows:read</code></td>\n<td><code>GET /<wbr>flows</code>, <code>GET /<wbr>flows/<wbr>{id}</code>, <code>GET /<wbr>flows/<wbr>{id}/<wbr>runs</code>, <code>GET /<wbr>flows/<wbr>{id}/<wbr>stats</code></td>\n</tr>\n<tr>\n<td><code>flows:write</code></td>\n<td><code>POST /<wbr>flows</code>, <code>PATCH /<wbr>flows/<wbr>{id}</code>, <code>DELETE /<wbr>flows/<wbr>{id}</code>, <code>POST /<wbr>flows/<wbr>{id}/<wbr>test</code></td>\n</tr>\n<tr>\n<td><code>insights:read</code></td>\n<td><code>GET /<wbr>stats</code>, <code>GET /<wbr>labels</code>, <code>GET /<wbr>agents</code></td>\n</tr>\n<tr>\n<td><code>webhooks:test</code></td>\n<td><code>POST /<wbr>webhooks/<wbr>test</code></td>\n</tr>\n</tbody>\n</table>\n</div>\n<p><code>GET /<wbr>me</code> and <code>GET /<wbr>channels</code> work with any valid key.</p>\n"
            },
            {
              "level": 3,
              "anchor": "restrict-source-addresses",
              "title": "Restrict source addresses",
              "html": "<p><code>--allowed-ips</code> takes addresses and CIDR ranges. Requests from elsewhere get <code>IP_<wbr>NOT_<wbr>ALLOWED</code>.</p>\n<pre tabindex=\"0\"><code>npx wigwag admin keys add --account 1 --allowed-ips 203.0.113.7 10.0.0.0/8\n</code></pre>\n<p>If a reverse proxy is in front of the server, set <code>WIGWAG_<wbr>TRUST_<wbr>PROXY</code> to the proxy's address. Otherwise every request seems to come from the proxy.</p>\n"
            },
            {
              "level": 3,
              "anchor": "change-the-rate-limit",
              "title": "Change the rate limit",
              "html": "<p>A key may send 1800 requests per minute. <code>--requests-per-minute</code> sets another limit for a new key.</p>\n"
            },
            {
              "level": 2,
              "anchor": "put-the-key-in-a-url",
              "title": "Put the key in a URL",
              "html": "<p>Some systems can only call a plain link. <code>GET /<wbr>messages/<wbr>template</code> takes the key as a query parameter, and\n<code>GET /<wbr>messages/<wbr>template/<wbr>{api_<wbr>key}</code> takes it as a path segment. No other operation does.</p>\n<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/messages/template?api_key=$SENDER_KEY&amp;to=905559998877&amp;name=hello_world&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:true,&quot;data&quot;:{&quot;id&quot;:&quot;msg_...&quot;,&quot;status&quot;:&quot;queued&quot;},&quot;request_id&quot;:&quot;req_...&quot;}\n</code></pre>\n<p>URLs appear in logs and browser histories. Create a separate key for this, with only the scope <code>messages:send</code>.</p>\n"
            },
            {
              "level": 2,
              "anchor": "replace-a-key",
              "title": "Replace a key",
              "html": "<p>Create a new key, deploy it, then revoke the old one. Revoking takes effect with the next request and cannot be undone.</p>\n<pre tabindex=\"0\"><code>npx wigwag admin keys list --account 1\nnpx wigwag admin keys revoke &quot;$(node -p 'JSON.parse(fs.readFileSync(&quot;key.json&quot;)).id')&quot; --account 1\n</code></pre>\n<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_URL/me&quot; -H &quot;Authorization: Bearer $SENDER_KEY&quot;\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>{&quot;success&quot;:false,&quot;error&quot;:{&quot;code&quot;:&quot;API_KEY_REVOKED&quot;,&quot;http&quot;:401,...\n</code></pre>\n"
            },
            {
              "level": 2,
              "anchor": "authentication-errors",
              "title": "Authentication errors",
              "html": "<p>The server checks in this order and reports the first problem:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Authentication errors\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Code</th>\n<th>HTTP</th>\n<th>Problem</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>MISSING_<wbr>API_<wbr>KEY</code></td>\n<td>401</td>\n<td>The request has no key.</td>\n</tr>\n<tr>\n<td><code>INVALID_<wbr>API_<wbr>KEY</code></td>\n<td>401</td>\n<td>The key is malformed or unknown, or the request has two different keys.</td>\n</tr>\n<tr>\n<td><code>API_<wbr>KEY_<wbr>REVOKED</code></td>\n<td>401</td>\n<td>The key was revoked.</td>\n</tr>\n<tr>\n<td><code>IP_<wbr>NOT_<wbr>ALLOWED</code></td>\n<td>403</td>\n<td>The key may not be used from this address.</td>\n</tr>\n<tr>\n<td><code>ACCOUNT_<wbr>INACTIVE</code></td>\n<td>403</td>\n<td>The operator deactivated the account.</td>\n</tr>\n<tr>\n<td><code>LICENSE_<wbr>EXPIRED</code></td>\n<td>402</td>\n<td>The account's license has expired.</td>\n</tr>\n<tr>\n<td><code>MODULE_<wbr>DISABLED</code></td>\n<td>403</td>\n<td>The account may not use the API.</td>\n</tr>\n<tr>\n<td><code>FLOW_<wbr>MODULE_<wbr>DISABLED</code>, <code>WEBHOOK_<wbr>MODULE_<wbr>DISABLED</code></td>\n<td>403</td>\n<td>The account may not use flows or webhooks.</td>\n</tr>\n<tr>\n<td><code>RATE_<wbr>LIMITED</code></td>\n<td>429</td>\n<td>The key sent too many requests. Wait for the seconds in <code>Retry-After</code>.</td>\n</tr>\n<tr>\n<td><code>SCOPE_<wbr>DENIED</code></td>\n<td>403</td>\n<td>The key has no scope for this operation.</td>\n</tr>\n</tbody>\n</table>\n</div>\n<p>In the SDK, the first three are an <code>AuthenticationError</code>. Check a code with <code>isApiError</code>:</p>\n<p class=\"file\"><code>wrong-key.mjs</code></p>\n<pre tabindex=\"0\"><code>import { isApiError, Wigwag } from '@wigwag/sdk';\n\nconst wigwag = new Wigwag({ apiKey: 'ww_live_wrong', baseUrl: process.env.WIGWAG_URL });\n\ntry {\n  await wigwag.account.me();\n} catch (error) {\n  if (!isApiError(error, 'INVALID_API_KEY')) throw error;\n  console.log(error.code, error.http);\n}\n</code></pre>\n<pre class=\"output\" tabindex=\"0\"><code>INVALID_API_KEY 401\n</code></pre>\n"
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
    }
  ]
};

export default site;
