// Every case, in the order of the specification. A file is imported for what it declares.
import './1-service.ts';
import './2.1-envelopes.ts';
import './lists.ts';
import './2.2-message.ts';
import './2.3-send-message.ts';
import './2.4-send-template.ts';
import './2.5-template.ts';
import './2.6-media-upload.ts';
import './2.7-window.ts';
import './2.8-conversation.ts';
import './2.9-contact.ts';
import './2.10-lists-of-people.ts';
import './2.12-other.ts';
