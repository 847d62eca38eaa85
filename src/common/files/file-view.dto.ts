/** A file in a response. */
export class FileView {
  /** @example "statement-0000010021-20261101-20261130.csv" */
  fileName!: string;

  /** @example "text/csv" */
  mimeType!: string;

  /** The file as a data URL: `data:`, the media type, `;base64,` and the content.
   * @example "data:text/csv;base64,RGF0ZQ==" */
  document!: string;
}
