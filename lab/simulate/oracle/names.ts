/** A new number or user ID of a person on whatsapp. */
export interface NameChange {
  account: number;
  /** The first number or user ID, by which the ledger knows the person. */
  person: string;
  next: string;
  at: number;
  /** When the API first showed the person under the new name. */
  knownAt: number | undefined;
}

/** The numbers and user IDs of people who have changed them. The ledger knows each person by the first one. */
export class Names {
  readonly changes: NameChange[] = [];

  change(account: number, person: string, next: string, at: number): void {
    this.changes.push({ account, person, next, at, knownAt: undefined });
  }

  #changeOf(person: string): NameChange | undefined {
    return this.changes.find((one) => one.person === person);
  }

  hasChanged(person: string): boolean {
    return this.#changeOf(person) !== undefined;
  }

  /** Returns the number or user ID that a person has now. */
  current(person: string): string {
    return this.#changeOf(person)?.next ?? person;
  }

  /** Returns the person who has or had a number or user ID. */
  personOf(name: string): string {
    return this.changes.find(({ next }) => next === name)?.person ?? name;
  }

  /** Records that the API shows a person under the new name. */
  known(person: string, at: number): void {
    const change = this.#changeOf(person);
    if (change) {
      change.knownAt ??= at;
    }
  }

  /** Returns whether the API showed another name than this one before a time. */
  wasOutdated(name: string, at: number): boolean {
    return (this.#changeOf(name)?.knownAt ?? Number.POSITIVE_INFINITY) < at;
  }
}
