import { createHash } from 'node:crypto';
import type { Response } from 'supertest';
import type { TestApp } from '../support/app';

export const UPLOAD = '/api/operations/v1/uploaddocument';
export const DELETE = '/api/operations/v1/deletedocument';
export const LIST = '/api/admin/v1/documents';
export const MEBIBYTE = 1024 * 1024;

export const PDF = Buffer.from('%PDF-1.7\nrest of it');
export const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xfb, 0xff, 0xbf]);
export const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00]);

/** A PDF of exactly this many bytes, without repeated parts. */
export function pdfOf(size: number): Buffer {
  const file = Buffer.allocUnsafe(size);
  for (let at = 0; at + 4 <= size; at += 4) file.writeUInt32LE(Math.imul(at, 2_654_435_761) >>> 0, at);
  PDF.copy(file);
  return file;
}

export const sha256 = (file: Buffer): string => createHash('sha256').update(file).digest('hex');

/** The body of an upload for the sandbox's first customer account. */
export function uploadOf({ sandbox }: TestApp, file: Buffer, fields: object = {}): Record<string, unknown> {
  const { accountNumber } = sandbox.accounts[0]!;
  return {
    entityType: 'account',
    entityId: accountNumber,
    documentType: 'Passport',
    fileName: 'passport.pdf',
    content: file.toString('base64url'),
    ...fields,
  };
}

/** Uploads a document and returns its id. */
export function documentIdOf({ status, text, body }: Response): number {
  if (status !== 200) throw new Error(`Not uploaded: ${text}`);
  return (body as { data: { documentID: number } }).data.documentID;
}

/** The numbers of stored document rows and content pieces. */
export async function storedRows(app: TestApp): Promise<{ documents: number; chunks: number }> {
  const [counts] = await app.rows<{ documents: number; chunks: number }>(
    'SELECT (SELECT count(*)::int FROM document) AS documents, (SELECT count(*)::int FROM document_chunk) AS chunks',
  );
  return counts!;
}

/** Downloads a document as a member of staff. */
export async function download(
  app: TestApp,
  documentId: number,
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const response = await fetch(`${app.url}${LIST}/${documentId}/content`, {
    headers: { authorization: `Bearer ${await app.staff('checker')}` },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}
