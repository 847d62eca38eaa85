const LONGEST_EXTENSION = 20;
const MAX_LENGTH = 250;

/**
 * The value of `content-disposition` that makes a browser save a file instead of showing it (RFC 6266).
 *
 * @param fileName as sent by the caller. A folder is cut off; characters that control terminals or headers are
 *   replaced.
 */
export function attachment(fileName: string): string {
  const name = baseName(fileName);
  // The quoted form takes ASCII only; newer programs read the encoded second form.
  const plain = name.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function baseName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  // Control and format characters could disguise the name; leading dots hide a file.
  const clean = last
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '_')
    .replace(/^[.\s]+/, '')
    .trim();
  return clean === '' ? 'document' : shorten(clean);
}

function shorten(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 && name.length - dot <= LONGEST_EXTENSION ? name.slice(dot) : '';
  return `${name.slice(0, MAX_LENGTH - extension.length)}${extension}`.toWellFormed();
}
