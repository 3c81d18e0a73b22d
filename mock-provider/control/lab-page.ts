import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { APPLIES_TO, CALLBACK_OUTCOMES, REQUEST_OUTCOMES } from '../faults/fault-rule.ts';

const resolve = createRequire(import.meta.url).resolve;

const TYPES: Record<string, string> = { 'lab.js': 'text/javascript', 'lab.css': 'text/css' };

/** Returns a file of the page at `/`; undefined if there is no such file. */
export function labFile(name: string): Response | undefined {
  const type = TYPES[name];
  if (type === undefined) {
    return undefined;
  }
  // Resolved by package name, because this file runs both from source and from the build.
  return new Response(readFileSync(resolve(`#lab/${name}`)), { headers: { 'content-type': `${type}; charset=utf-8` } });
}

const options = (words: readonly string[]) => words.map((word) => `<option>${word}</option>`).join('');

/** The parts of the page that its script fills. */
export const LAB_PARTS = `<p id="problem" class="error" role="alert"></p>
<form id="clock" hidden><label>Hours<input name="hours" type="number" min="0" step="any" value="1"></label><button>Advance the clock</button></form>
<h2>Chats</h2>
<p>The mock's time: <span id="now"></span></p>
<div class="chats">
<div>
<ul id="people" class="people" aria-label="People"></ul>
<form id="person-form" aria-label="A new person">
<label>To<select id="business" name="business_id"></select></label>
<label>Phone number or ID<input name="id" required value="905551112233"></label>
<label>Name<input name="name" value="Ayla"></label>
<label>First message<input name="text" required value="Hello"></label>
<button>Write as a new person</button>
</form>
</div>
<div>
<h3 id="chat-name">No chat yet</h3>
<ol id="bubbles" class="bubbles" aria-labelledby="chat-name" tabindex="0"></ol>
<form id="composer" aria-label="Write as this person" hidden>
<label>Type<select name="type">${options(['text', 'image', 'audio', 'video', 'document', 'location', 'button'])}</select></label>
<label>Text, title of the button, or latitude and longitude<input id="text" name="text" autocomplete="off"></label>
<label>Own file<input id="file" type="file"></label>
<button>Send as the person</button>
</form>
<form id="username-form" hidden>
<label>Username<input name="username" autocomplete="off"></label><button>Adopt username</button>
</form>
</div>
</div>
<h2>Other events</h2>
<p>Each kind that people, the business and Meta send has an example, which you can change. Messages go to the open chat.</p>
<form id="event-form" aria-label="Another event">
<label>Event<select id="event" name="event"></select></label>
<label class="wide">Content<textarea id="event-body" name="body" rows="10" spellcheck="false"></textarea></label>
<button>Send the event</button>
</form>
<p id="event-sent" role="status"></p>
<h2>Templates</h2>
<div class="scroll" role="region" aria-label="Templates" tabindex="0"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Language</th><th scope="col">Category</th><th scope="col">Status</th><th scope="col">Review</th></tr></thead>
<tbody id="templates"></tbody></table></div>
<h2>Latest callbacks</h2>
<div id="callbacks"></div>
<h2>Faults</h2>
<form id="fault-form" aria-label="A new fault">
<label>Applies to<select name="applies_to">${options(APPLIES_TO)}</select></label>
<label>Outcome<select name="outcome">${options([...REQUEST_OUTCOMES, ...CALLBACK_OUTCOMES])}</select></label>
<label>Code<input name="code" type="number" min="0"></label>
<label>Times<input name="times" type="number" min="1" value="1"></label>
<button>Add fault</button>
</form>
<ul id="faults"></ul>
<button type="button" id="clear-faults">Clear faults</button>`;
