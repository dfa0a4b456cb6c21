import { EXTENSIONS, type ExtensionName } from '../../contract/extensions/index.ts';
import { type BodyReader, bodyLike } from '../http/validation.ts';

/** Reads bodies of an extension by its schema in the contract; where that is optional, none is `{}`. */
export function extensionBody<T>(name: ExtensionName): BodyReader<T> {
  const { request } = EXTENSIONS[name];
  if (request === undefined) {
    throw new Error(`the extension ${name} has no body`);
  }
  return bodyLike<T>(request.schema, request.optional && ({} as T));
}
