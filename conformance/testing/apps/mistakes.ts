import type { CallbackKind } from './bot-kinds.ts';

/** Mistakes of a bot. */
export type Mistake =
  | 'unverified' // does not check signatures
  | 'forgetful' // answers duplicates
  | 'short-memory' // remembers only 50 messages
  | 'compares-beginning' // compares only the beginning of the signature
  | 'trusts-pages' // does not check the signatures of Messenger and Instagram
  | 'first-change' // reads only the first change of a callback
  | 'first-event' // reads only the first event of a page
  | 'long-for-pages' // answers pages with more than 2,000 characters
  | 'hammers-pages' // repeats refused sends of pages at once
  | 'repeats-unavailable' // repeats at once while Graph is not available
  | 'first-only' // reads only the first message of a callback
  | 'hammering' // repeats every refused or lost send at once
  | 'late-answers' // answers messages that are older than the window
  | 'phones-only' // writes user IDs in `to`
  | 'needs-from' // fails if a message has no phone number
  | 'backwards' // takes the last status
  | 'tokenless-download' // downloads files without the token
  | 'open-handshake' // accepts every verify token
  | 'prints-challenge' // returns the text undefined without a challenge
  | `breaks-on-${CallbackKind}` // fails if a callback has this kind of content
  | 'answers-groups' // answers messages to groups privately
  | 'answers-system' // answers system messages
  | 'answers-echoes' // answers what the business wrote in its phone app
  | 'quotes-deleted' // reports a deletion with the deleted text
  | 'forgets-orders' // answers duplicates of orders
  | 'prints-payload' // quotes payloads that are missing
  | 'fetches-missing' // downloads files without an ID
  | 'adds-digits' // adds the 9 to Brazilian numbers
  | 'resends-failed' // sends again what a status reports as failed
  | 'ignores-stop' // sends marketing after a stop
  | 'proofless' // sends no appsecret_proof
  | 'answers-history' // answers earlier messages
  | 'answers-other-numbers' // answers messages to another number from its own
  | 'answers-inbox' // answers what the page wrote in its inbox
  | 'answers-standby' // answers in conversations of another app
  | 'clicks-twice' // answers a click that comes again in standby
  | 'answers-deleted'; // answers the text of a deleted message of a page
