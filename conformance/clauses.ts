import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** One statement of the specification. IDs never change, so old reports stay valid. */
export interface Clause {
  /** `section/slug`. */
  id: string;
  section: string;
  /** A violated `must` is a failure, and a violated `should` is a warning. */
  level: 'must' | 'should';
  text: string;
  /** The words of the specification that ask for it. */
  spec: string;
  /** Why the clause is only a `should`: what else a careful reader may have built. */
  why?: string;
  /** Why the clause cannot be observed over HTTP. Such a clause has no case. */
  unobservable?: string;
}

/** An entry in a file of `clauses/`: the text, or an object with the text and its other properties. */
type ClauseEntry = string | { text: string; level?: 'should'; why?: string; unobservable?: string };

interface SectionFile {
  section: string;
  title: string;
  /** The section of the specification whose rules this extension tests. A target need not have the extension. */
  extends?: string;
  /** The clauses below the words that ask for them. The words are in SPECIFICATION.md, except for line breaks. */
  clauses: { spec: string; clauses: Record<string, ClauseEntry> }[];
}

const FOLDER = new URL('clauses/', import.meta.resolve('@wigwag/conformance/package.json'));

/** Sorts `4.10` after `4.9`. */
const bySection = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true }) || one.localeCompare(other);

/** The clauses of one judge. */
interface Catalogue {
  /** In order. */
  sections: readonly Pick<SectionFile, 'section' | 'title' | 'extends'>[];
  /** By ID, in order. */
  clauses: ReadonlyMap<string, Clause>;
}

function readCatalogue(folder: URL): Catalogue {
  const files = readdirSync(fileURLToPath(folder))
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => parse(readFileSync(new URL(name, folder), 'utf8')) as SectionFile)
    .sort((one, other) => bySection(one.section, other.section));
  const clauses = files.flatMap(({ section, clauses: groups }) =>
    groups.flatMap(({ spec, clauses: entries }) =>
      Object.entries(entries).map(([slug, entry]) => {
        const id = `${section}/${slug}`;
        const more = typeof entry === 'string' ? { text: entry } : entry;
        return [id, { id, section, level: 'must' as const, spec, ...more }] as const;
      }),
    ),
  );
  return { sections: files, clauses: new Map(clauses) };
}

/** The sections and statements of the specification, in its order. */
export const { sections: SECTIONS, clauses: CLAUSES } = readCatalogue(FOLDER);

/** What Meta asks of an app that uses the Graph API. `spec` names the page, and says what it asks. */
export const INTEGRATION = readCatalogue(new URL('integration/', FOLDER));

/** The sections of all reports. */
export const REPORTED_SECTIONS = [...SECTIONS, ...INTEGRATION.sections];

/** Whether a section is beyond the specification, so that a complete target may lack what its clauses need. */
export const isExtension = (section: string): boolean =>
  SECTIONS.some((one) => one.section === section && one.extends !== undefined);

/** Returns where a clause comes from, for a report. */
export function sourceOf({ section, spec }: Pick<Clause, 'section' | 'spec'>): string {
  const found = SECTIONS.find((one) => one.section === section);
  return `${found ? `specification §${found.extends ?? section}` : 'Meta'}: ${spec}`;
}
