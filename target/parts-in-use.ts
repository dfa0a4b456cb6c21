import { Ajv2020 } from 'ajv/dist/2020.js';
import schema from './target.schema.json' with { type: 'json' };

/** A part of the schema that may have parts of its own. */
interface Part {
  properties?: Record<string, Part>;
}

/**
 * Whether a value has the shape of a target file, by those parts of target.schema.json that it uses. To
 * compile the whole, with what tells mistakes, takes ten times as long, and most files have none.
 */
export function isOfTargetShape(value: unknown): boolean {
  // A test judges the schema by its own, which takes longer than all the rest.
  const ajv = new Ajv2020({
    ...{ strictTypes: false, messages: false, validateSchema: false },
    code: { optimize: false },
  });
  return ajv.compile(inUse(schema as Part, value))(value);
}

/** A part of the schema without the properties that a value does not have; no other keyword changes. */
function inUse(part: Part, value: unknown): Part {
  const { properties } = part;
  // the pools of states are described by what stands beside them
  if (!properties || typeof value !== 'object' || value === null || 'pools' in value) {
    return part;
  }
  const used = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return {
    ...part,
    properties: Object.fromEntries(
      used.map(([name, property]) => [
        name,
        inUse(property, (value as Record<string, unknown>)[name]),
      ]),
    ),
  };
}
