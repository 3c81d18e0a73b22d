interface CallbackBody {
  entry: {
    changes?: { value: { statuses?: { id: string; status: string }[] } }[];
    messaging?: { delivery?: { mids?: string[] }; read?: { mid?: string } }[];
  }[];
}

/** Records when the servers first knew that a message was sent, delivered or read, by the provider's ID. */
export class DeliveryProgress {
  readonly #first = new Map<string, number>();

  /** Records that the servers responded to this callback with 200. `at` is in microseconds. */
  acknowledged(callback: string, at: number): void {
    this.#know(idsOf(JSON.parse(callback) as CallbackBody), at);
  }

  /** Records that a server got this response from the provider, and could store it by `at`, in microseconds. */
  responded(response: string, at: number): void {
    this.#know(
      Array.from(response.matchAll(SENT_ID), ([, id]) => id as string),
      at,
    );
  }

  #know(ids: readonly string[], at: number): void {
    for (const id of ids) {
      this.#first.set(id, this.#first.get(id) ?? at);
    }
  }

  /** Returns whether the servers knew the progress of every part of a message before `at`, in microseconds. */
  isKnown(parts: readonly { external_id: string }[], at: number): boolean {
    return parts.every(({ external_id }) => (this.#first.get(external_id) ?? Number.POSITIVE_INFINITY) < at);
  }
}

/** The ID of a message in the response to its send. */
const SENT_ID = /"(?:id|message_id)":"([^"]+)"/g;

const idsOf = ({ entry }: CallbackBody): string[] =>
  entry.flatMap(({ changes = [], messaging = [] }) => [
    ...changes
      .flatMap(({ value }) => value.statuses ?? [])
      .filter(({ status }) => status !== 'failed')
      .map(({ id }) => id),
    ...messaging.flatMap(({ delivery, read }) => [...(delivery?.mids ?? []), ...(read?.mid ? [read.mid] : [])]),
  ]);
