/* Made by `npm run generate` from the API document. Do not edit. */

import type { DocsSection } from '../docs-site.ts';

const sections: readonly DocsSection[] = [
  {
    "level": 1,
    "anchor": "multi-channel-messaging-api",
    "title": "Multi-Channel Messaging API",
    "html": "<p>Send and receive customer messages over four channels, selected by the <code>channel</code> field: <code>whatsapp</code> (default),\n<code>instagram</code>, <code>messenger</code>, <code>web</code>. Requests and responses are JSON in UTF-8; timestamps are ISO 8601 with a UTC\noffset.</p>\n"
  },
  {
    "level": 2,
    "anchor": "authentication",
    "title": "Authentication",
    "html": "<p>Send your API key in the <code>Authorization</code> header of every request. The base URL ends in <code>/<wbr>api/<wbr>v1</code>:</p>\n<pre tabindex=\"0\"><code>curl &quot;$WIGWAG_BASE_URL/me&quot; \\\n  --header &quot;Authorization: Bearer $WIGWAG_API_KEY&quot;\n</code></pre>\n<p>Live keys start with <code>ww_<wbr>live_</code>, test keys with <code>ww_<wbr>test_</code>. With a test key, all checks run but nothing is sent: a message has the\nstatus <code>sent</code> immediately, and the response has <code>test: true</code> and the header <code>X-Service-Mode: test</code>.</p>\n<p>Two operations also accept the key in the URL, for callers that cannot set headers: <code>GET /<wbr>messages/<wbr>template</code> as the query\nparameter <code>api_<wbr>key</code>, and <code>GET /<wbr>messages/<wbr>template/<wbr>{api_<wbr>key}</code> as the last segment of the path. Keys in URLs appear in\nlogs, so use a separate key that has only the scope <code>messages:send</code>.</p>\n<p>A key can be restricted to scopes and to source IP addresses. A key without restrictions may call every operation; <code>GET /<wbr>me</code>\nand <code>GET /<wbr>channels</code> accept any valid key. A restricted key needs the scope of the operation:</p>\n<div class=\"table\" role=\"region\" aria-label=\"Authentication\" tabindex=\"0\">\n<table>\n<thead>\n<tr>\n<th>Scope</th>\n<th>What it allows</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>messages:send</code></td>\n<td>Send a free-form message. Send a template message with a link. Send a template message. Send a template message with a link, with the key in the path.</td>\n</tr>\n<tr>\n<td><code>messages:read</code></td>\n<td>Get a message. Stream events.</td>\n</tr>\n<tr>\n<td><code>templates:read</code></td>\n<td>List templates.</td>\n</tr>\n<tr>\n<td><code>media:write</code></td>\n<td>Upload a file.</td>\n</tr>\n<tr>\n<td><code>contacts:read</code></td>\n<td>List contacts. Get a contact. Check whether the window is open.</td>\n</tr>\n<tr>\n<td><code>contacts:write</code></td>\n<td>Create or change a contact. Change a contact.</td>\n</tr>\n<tr>\n<td><code>optouts:read</code></td>\n<td>List people who opted out of marketing.</td>\n</tr>\n<tr>\n<td><code>optouts:write</code></td>\n<td>Opt a person out of marketing. Allow marketing to a person again.</td>\n</tr>\n<tr>\n<td><code>blocklist:read</code></td>\n<td>List blocked people.</td>\n</tr>\n<tr>\n<td><code>blocklist:write</code></td>\n<td>Block a person. Unblock a person.</td>\n</tr>\n<tr>\n<td><code>conversations:read</code></td>\n<td>List conversations. Get a conversation. List the messages of a conversation. Stream events.</td>\n</tr>\n<tr>\n<td><code>conversations:write</code></td>\n<td>Close, open, assign or mark as read.</td>\n</tr>\n<tr>\n<td><code>flows:read</code></td>\n<td>List flows. Get a flow. List the runs of a flow. Show the results of a flow.</td>\n</tr>\n<tr>\n<td><code>flows:write</code></td>\n<td>Create a flow. Change a flow. Delete a flow. Test a flow.</td>\n</tr>\n<tr>\n<td><code>insights:read</code></td>\n<td>Count messages and conversations. List labels. List agents.</td>\n</tr>\n<tr>\n<td><code>webhooks:test</code></td>\n<td>Send a sample event.</td>\n</tr>\n</tbody>\n</table>\n</div>\n"
  },
  {
    "level": 2,
    "anchor": "rate-limits",
    "title": "Rate limits",
    "html": "<p>By default, a key may make 1,800 requests per minute and 60 per second. Every response has\n<code>X-RateLimit-Limit</code>, <code>X-RateLimit-Remaining</code> and <code>X-RateLimit-Burst</code>. Over the limit, the response is 429 RATE_LIMITED, and\n<code>Retry-After</code> has the number of seconds to wait.</p>\n"
  },
  {
    "level": 2,
    "anchor": "idempotency",
    "title": "Idempotency",
    "html": "<p>Sends accept the header <code>Idempotency-Key</code>. If you repeat a request with the same key and body within 24 hours, nothing\nis sent again: you get the first response, with the header <code>Idempotent-Replayed: true</code>. Use a new key for each new message, and\nthe same key for each retry.</p>\n"
  },
  {
    "level": 2,
    "anchor": "lists",
    "title": "Lists",
    "html": "<p>A list has at most 100 records per page (<code>limit</code>, by default 25). While <code>pagination.has_<wbr>more</code> is true, pass <code>pagination.next_<wbr>cursor</code> as\n<code>cursor</code> to get the next page. The message history of a conversation uses <code>pagination.before</code> instead.</p>\n"
  },
  {
    "level": 2,
    "anchor": "errors",
    "title": "Errors",
    "html": "<p>An error has a stable <code>code</code>, the HTTP status as <code>http</code>, and a <code>message</code>, a <code>reason</code> and a <code>fix</code> for people. <code>docs</code> is a page about\nthe code. <code>x-errors</code> lists the codes that an operation can return. <code>x-retry</code> of the schema <code>ErrorCode</code> defines how each code may be\nretried: <code>never</code>, <code>after</code> the seconds in Retry-After, with <code>backoff</code>, or with the <code>same-key</code>, which means with backoff and the\nsame <code>Idempotency-Key</code>.</p>\n"
  },
  {
    "level": 2,
    "anchor": "versions",
    "title": "Versions",
    "html": "<p>The version is part of the path. Within v1, no field is removed, but responses, events and lists of values may get new ones, so your code\nmust accept fields and values that it does not know.</p>\n"
  }
];

export default sections;
