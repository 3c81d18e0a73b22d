// Every case, in the order of the specification. A file is imported for what it declares.
import './1-service.ts';
import './2.1-envelopes.ts';
import './lists.ts';
import './2.2-message.ts';
import './2.3-send-message.ts';
