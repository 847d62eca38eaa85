import { applyDecorators, UnsupportedMediaTypeException } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { routeConfig } from './route-config';
import { utf8Text } from './utf8-text';

/** Reads the text of a CSV body. @returns the value that the same request has as JSON */
export type CsvReader = (text: string) => unknown;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by `@CsvBody`: reads bodies of type `text/csv`. */
    readCsv?: CsvReader;
  }
}

/** Extension of an operation that also takes CSV: its example. `addCsvBodies` makes it a body of the documents. */
export const CSV_EXAMPLE_EXTENSION = 'x-csv-example';

/** Lets a route take `text/csv` beside JSON; the rules of its body apply to what `readCsv` returns. */
export const CsvBody = (readCsv: CsvReader, example: string): MethodDecorator =>
  applyDecorators(routeConfig({ readCsv }), ApiExtension(CSV_EXAMPLE_EXTENSION, example));

/** Makes `@CsvBody` work in an application. */
export function parseCsvBodies(instance: FastifyInstance): void {
  instance.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (request, body, done) => {
    const { readCsv } = request.routeOptions.config;
    try {
      if (!readCsv) throw new UnsupportedMediaTypeException();
      done(null, readCsv(utf8Text(body as Buffer)));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}
