export {
  type Cassette,
  type CassetteBody,
  type CassetteMessage,
  parseCassette,
  type RecordedExchange,
} from './cassette.ts';
export type { Difference } from './compare.ts';
export { diffAgainstMock } from './diff.ts';
export { type Recorder, type RecordOptions, startRecorder } from './record.ts';
export { type Replay, type ReplayOptions, startReplay } from './replay.ts';
