/**
 * The outline of a section: a key of our own for everything it says. `fields`, `headers` and
 * `parameters` are the names of its tables; `statements` are its other sentences, bullets and
 * table rows; `silent` are the points it names without showing, or leaves unsaid.
 */
export interface Section {
  number: string;
  title: string;
  fields?: readonly string[];
  headers?: readonly string[];
  /** `path …` and `query …`. */
  parameters?: readonly string[];
  statements?: readonly string[];
  silent?: readonly string[];
}
