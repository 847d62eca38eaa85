import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const PACKAGE_FILE = path.join(__dirname, '..', '..', 'package.json');

/** The version of this program, such as `0.1.0`. */
export const PROGRAM_VERSION = (JSON.parse(readFileSync(PACKAGE_FILE, 'utf8')) as { version: string }).version;
