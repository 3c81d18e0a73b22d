interface Body {
  entry: {
    changes?: { value: { statuses?: { id: string; status: string }[] } }[];
    messaging?: { delivery?: { mids?: string[] }; read?: { mid?: string } }[];
  }[];
}

/** Records when the servers first acknowledged that a message was sent, delivered or read, by the provider's ID. */
export class Progress {
  readonly #first = new Map<string, number>();

  /** Records that the servers responded to this callback with 200. `at` is in microseconds. */
  acknowledged(callback: string, at: number): void {
    for (const id of idsOf(JSON.parse(callback) as Body)) {
      this.#first.set(id, this.#first.get(id) ?? at);
    }
  }

  /** Returns whether the servers had acknowledged progress of every part of a message before `at`, in microseconds. */
  isKnown(parts: readonly { external_id: string }[], at: number): boolean {
    return parts.every(({ external_id }) => (this.#first.get(external_id) ?? Number.POSITIVE_INFINITY) < at);
  }
}

const idsOf = ({ entry }: Body): string[] =>
  entry.flatMap(({ changes = [], messaging = [] }) => [
    ...changes
      .flatMap(({ value }) => value.statuses ?? [])
      .filter(({ status }) => status !== 'failed')
      .map(({ id }) => id),
    ...messaging.flatMap(({ delivery, read }) => [...(delivery?.mids ?? []), ...(read?.mid ? [read.mid] : [])]),
  ]);
