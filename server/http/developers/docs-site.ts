/** A part of a page: what is between one heading and the next. */
export interface DocsSection {
  anchor: string;
  /** Of the heading: 1 for the title of the page. */
  level: number;
  /** The heading, with code between backticks. */
  title: string;
  /** Without the heading. Links begin with `/developers/`. */
  html: string;
}

export interface DocsPage {
  slug: string;
  title: string;
  description: string;
  /** The first one is the page's title with its introduction. */
  sections: DocsSection[];
}

/** The documentation, in the order of `docs/README.md`. */
export interface DocsSite {
  title: string;
  /** HTML. */
  introduction: string;
  groups: { title: string; pages: DocsPage[] }[];
}
