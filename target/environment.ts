import type { JsonPath, Mistake } from './mistakes.ts';

/** The variables of the environment, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A JSON value with its `${NAME}` filled in. */
export interface Filled {
  value: unknown;
  /** what came from the environment, and where it went */
  taken: { path: JsonPath; value: string }[];
  mistakes: Mistake[];
}

const REFERENCE = /\$\$\{|\$\{([^}]*)(\}?)/g;

/**
 * Fills `${NAME}` in every string of a JSON value, at any depth, from the environment; keys stay as
 * they are. `$${` stands for `${` itself. A variable that is unset or empty is a mistake that names
 * it: pipelines hand out an empty text where a secret is missing.
 */
export function fillFromEnvironment(json: unknown, env: Environment): Filled {
  const taken: Filled['taken'] = [];
  const mistakes: Mistake[] = [];

  function fillText(text: string, path: JsonPath): string {
    return text.replace(REFERENCE, (reference: string, name?: string, end?: string) => {
      if (name === undefined) {
        return '${';
      }
      if (end !== '}' || !/^[A-Za-z_]\w*$/.test(name)) {
        mistakes.push({ path, text: NOT_A_REFERENCE });
        return reference;
      }
      const value = env[name];
      if (!value) {
        const state = value === undefined ? 'not set' : 'empty';
        mistakes.push({
          path,
          text: `takes \${${name}}, but the environment variable ${name} is ${state}; set it`,
        });
        return reference;
      }
      taken.push({ path, value });
      return value;
    });
  }

  function fill(value: unknown, path: JsonPath): unknown {
    if (typeof value === 'string') {
      return fillText(value, path);
    }
    if (Array.isArray(value)) {
      return value.map((item, index) => fill(item, [...path, index]));
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, fill(item, [...path, key])]),
    );
  }

  return { value: fill(json, []), taken, mistakes };
}

const NOT_A_REFERENCE =
  `has a \`\${\` that no variable name and \`}\` follow; expected \`\${NAME}\` with letters, ` +
  `digits and underscores, or \`$\${\` for a literal \`\${\``;
