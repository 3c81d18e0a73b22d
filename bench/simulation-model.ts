import { createRandom } from '../crash/random.ts';

/** A discrete simulation of workers that take tasks from one database and hand them to providers, line by line. */
export interface Setup {
  messages: number;
  /** They stand on so many lines, in turn. */
  lines: number;
  workers: number;
  /** Of one worker at once. */
  places: number;
  /** One line may send so many in a second, in each worker. */
  perSecond: number;
  /** How long the provider takes to answer, in milliseconds, on average. */
  answers: number;
  /** What one send costs a worker's processor, in milliseconds. */
  sendCost: number;
  /** What one send costs the database, in milliseconds of one of its cores; 0 where it is part of the worker, as SQLite is. */
  databaseCost: number;
  databaseCores: number;
  seed: number;
}

/** What is to happen, the earliest first: a binary heap. */
class Agenda {
  readonly #heap: { at: number; run: () => void }[] = [];

  add(at: number, run: () => void): void {
    const heap = this.#heap;
    let index = heap.push({ at, run }) - 1;
    for (let parent = (index - 1) >> 1; index > 0 && this.#at(index) < this.#at(parent); parent = (index - 1) >> 1) {
      this.#swap(index, parent);
      index = parent;
    }
  }

  take(): { at: number; run: () => void } | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) {
      return first;
    }
    heap[0] = last;
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const child = this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(child) >= this.#at(index)) {
        return first;
      }
      this.#swap(index, child);
      index = child;
    }
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap;
    [heap[one], heap[other]] = [heap[other] as never, heap[one] as never];
  }
}

/** Something that does one thing after the other, on some cores: gives when what is asked for now will be done. */
class Server {
  readonly #free: number[];
  busy = 0;

  constructor(cores: number) {
    this.#free = Array(cores).fill(0);
  }

  use(now: number, cost: number): number {
    const core = this.#free.indexOf(Math.min(...this.#free));
    const end = Math.max(now, this.#free[core] ?? 0) + cost;
    this.#free[core] = end;
    this.busy += cost;
    return end;
  }
}

/** The moments of one line in one worker: so many in any second. */
class Pace {
  readonly #given: number[] = [];

  next(now: number, perSecond: number): number {
    const oldest = this.#given.at(-perSecond);
    const at = Math.max(now, oldest === undefined ? 0 : oldest + 1000);
    this.#given.push(at);
    return at;
  }
}

/** How many messages leave in a second until all have left, and how much of its time the database is at work. */
export function simulate(setup: Setup): { perSecond: number; databaseBusy: number } {
  const random = createRandom(setup.seed).next;
  const agenda = new Agenda();
  const database = new Server(setup.databaseCores);
  const waiting = Array.from({ length: setup.messages }, (_, index) => index % setup.lines);
  let next = 0;
  let now = 0;
  const workers = Array.from({ length: setup.workers }, () => ({
    processor: new Server(1),
    paces: Array.from({ length: setup.lines }, () => new Pace()),
    free: setup.places,
  }));
  type Worker = (typeof workers)[number];

  /** A worker takes as much as it has places for; what has to wait for its moment gives its place back meanwhile. */
  function claim(worker: Worker): void {
    while (worker.free > 0 && next < waiting.length) {
      const line = waiting[next] ?? 0;
      next += 1;
      const at = worker.paces[line]?.next(now, setup.perSecond) ?? now;
      if (at > now) {
        agenda.add(at, () => start(worker));
      } else {
        start(worker);
      }
    }
  }

  function start(worker: Worker): void {
    if (worker.free === 0) {
      agenda.add(now + 1, () => start(worker));
      return;
    }
    worker.free -= 1;
    // Half of the work is taking the message up, half is writing down what came of it.
    const read = database.use(now, setup.databaseCost / 2);
    const left = Math.max(read, worker.processor.use(now, setup.sendCost / 2));
    const answered = left - setup.answers * Math.log(1 - random());
    agenda.add(answered, () => {
      const written = database.use(now, setup.databaseCost / 2);
      agenda.add(Math.max(written, worker.processor.use(now, setup.sendCost / 2)), () => {
        worker.free += 1;
        claim(worker);
      });
    });
  }

  workers.forEach(claim);
  for (let event = agenda.take(); event; event = agenda.take()) {
    now = event.at;
    event.run();
  }
  return { perSecond: (1000 * setup.messages) / now, databaseBusy: database.busy / setup.databaseCores / now };
}
