import { isUtf8 } from 'node:buffer';
import { JsonTextError } from './json-text-error';

/**
 * The text of a body. Bytes that are no UTF-8 are refused, because a decoder would put U+FFFD in their place: names
 * would be stored changed, and two references could become one.
 *
 * @throws JsonTextError
 */
export function utf8Text(body: Uint8Array): string {
  if (!isUtf8(body)) throw new JsonTextError('is not in UTF-8');
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}
