/** A part of a page: the text from one heading to the next. */
export interface DocsSection {
  anchor: string;
  /** The level of the heading; the page's title has level 1. */
  level: number;
  /** The heading; backticks mark code. */
  title: string;
  /** The content without the heading. Links begin with `/developers/`. */
  html: string;
}

export interface DocsPage {
  slug: string;
  /** Where it is, if not among the documentation: a path that begins with `/developers/`. */
  path?: string;
  title: string;
  description: string;
  /** The first section is the page's title with its introduction. */
  sections: DocsSection[];
}

/** The documentation, in the order of `docs/README.md`. */
export interface DocsSite {
  title: string;
  /** HTML. */
  introduction: string;
  groups: { title: string; pages: DocsPage[] }[];
}

/** Returns the address of a section without the server's prefix. */
export const pathOf = (
  { slug, path = `/developers/docs/${slug}` }: DocsPage,
  { anchor }: { anchor: string },
): string => (anchor === '' ? path : `${path}#${anchor}`);
