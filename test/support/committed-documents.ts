import { readFileSync } from 'node:fs';
import type { OpenAPIObject } from '@nestjs/swagger';

/** The committed documents; `npm test` has made sure that they are those of the code. */
export function committedDocuments(): { integrators: OpenAPIObject; staff: OpenAPIObject } {
  const read = (name: string): OpenAPIObject => JSON.parse(readFileSync(`openapi/${name}`, 'utf8')) as OpenAPIObject;
  return { integrators: read('openapi.json'), staff: read('admin.json') };
}
