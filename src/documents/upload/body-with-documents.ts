import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { JsonRules } from '../../common/http/json-scan';
import { ReadBodyWith, readPieces } from '../../common/http/streamed-body';
import { DOCUMENT_CONTENT_MAX_LENGTH } from '../base64url-decoder';
import { ReceivedFiles } from '../received-files';
import { UploadScan } from './upload-scan';

/** The longest body apart from its documents. */
const FIELDS_MAX_BYTES = 1024 * 1024;

/** Ten documents of each of a hundred participants. */
const DOCUMENTS_MAX = 1_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** The files of a body that was read with documents. */
    files?: ReceivedFiles;
  }
}

/**
 * Decodes the members `content` of a body while they arrive, because decoding all of them at once would keep other
 * requests waiting. In the body each is replaced with the SHA-256 of its file, so that equal files make equal requests.
 * @throws DOCUMENT_UNREADABLE (400), DOCUMENT_TOO_LARGE, PAYLOAD_TOO_LARGE (413), JsonTextError
 */
async function readBodyWithDocuments(request: FastifyRequest, rules: JsonRules | undefined): Promise<unknown> {
  const files = new ReceivedFiles();
  const limits = { fieldsMaxBytes: FIELDS_MAX_BYTES, contentsMax: DOCUMENTS_MAX, isOutermost: false };
  const scan = new UploadScan(files, limits);
  await readPieces(request.raw, DOCUMENT_CONTENT_MAX_LENGTH + FIELDS_MAX_BYTES, (piece) => scan.write(piece));
  request.files = files;
  return scan.value(rules);
}

/** For a route whose body has documents with a member `content`: their files are in `@BodyFiles()`. */
export const BodyWithDocuments = (): MethodDecorator => ReadBodyWith(readBodyWithDocuments);

/** Parameter decorator of a `@BodyWithDocuments` route: the files of the body; none when it came without a body. */
export const BodyFiles = createParamDecorator(
  (_: unknown, context: ExecutionContext): ReceivedFiles =>
    context.switchToHttp().getRequest<FastifyRequest>().files ?? new ReceivedFiles(),
);
