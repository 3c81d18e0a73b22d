/** A link under a text; requests of the API have no such form. */
export interface LinkChoice {
  kind: 'link';
  text: string;
  title: string;
  url: string;
}
