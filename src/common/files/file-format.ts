/** File types for people, with the names that callers send. */
export const FILE_FORMATS = ['PDF', 'Excel', 'CSV'] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The media type of a file and the extension of its name. */
export interface FormatDetails {
  mimeType: string;
  extension: string;
}

const TRAITS: Record<FileFormat, FormatDetails> = {
  PDF: { mimeType: 'application/pdf', extension: 'pdf' },
  Excel: { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
  CSV: { mimeType: 'text/csv', extension: 'csv' },
};

/** Media type and file name extension of a format. */
export function formatDetails(format: FileFormat): FormatDetails {
  return TRAITS[format];
}

/** The beginning of a data URL; base64 follows. */
export function dataUrlPrefix(mimeType: string): string {
  return `data:${mimeType};base64,`;
}

/** A file inside a JSON response: `data:application/pdf;base64,…`. For files of at most a few megabytes. */
export function dataUrl(mimeType: string, bytes: Buffer): string {
  return dataUrlPrefix(mimeType) + bytes.toString('base64');
}
