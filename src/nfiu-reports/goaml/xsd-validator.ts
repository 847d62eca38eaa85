import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

const SCHEMA_FILE = path.join(__dirname, '..', 'goaml-4.5.xsd');

/** In full, because the thread would look for it from the folder in which the program was started. */
const LIBRARY = pathToFileURL(require.resolve('libxml2-wasm')).href;

/**
 * The validator is WebAssembly that awaits while it is loaded, which `require` cannot do; and validation of a large
 * report must not hold up requests. Both ask for a thread of its own.
 */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const ready = import(workerData.library).then((library) => {
  const schema = library.XmlDocument.fromString(workerData.schema);
  return { library, validator: library.XsdValidator.fromDoc(schema) };
});
parentPort.on('message', async ({ id, xml }) => {
  try {
    const { library, validator } = await ready;
    const document = library.XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      parentPort.postMessage({ id, problems: [] });
    } finally {
      document.dispose();
    }
  } catch (error) {
    const details = (error.details ?? []).map(({ message, line }) => 'line ' + line + ': ' + message.trim());
    parentPort.postMessage({ id, problems: details.length > 0 ? details : [String(error.message ?? error)] });
  }
});`;

const TIMEOUT_MS = 10_000;

interface Answer {
  id: number;
  problems: string[];
}

interface Waiting {
  resolve: (problems: string[]) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Validates reports against the XSD of goAML 4.5 (docs/api/nfiu-reports.md#layout). */
@Injectable()
export class XsdValidator implements OnApplicationShutdown {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  /** @returns the violations with their lines, in the words of the validator; none for a valid report */
  async violations(xml: string): Promise<string[]> {
    const worker = (this.worker ??= this.start());
    const id = (this.lastId += 1);
    worker.ref();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => void this.fail(new Error('The validation of the report took too long.')),
        TIMEOUT_MS,
      );
      this.waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, xml });
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.fail(new Error('The program stops.'));
  }

  private start(): Worker {
    const worker = new Worker(SOURCE, {
      eval: true,
      workerData: { schema: readFileSync(SCHEMA_FILE, 'utf8'), library: LIBRARY },
    });
    worker.on('message', ({ id, problems }: Answer) => {
      const waiting = this.waiting.get(id);
      this.waiting.delete(id);
      if (this.waiting.size === 0) worker.unref();
      clearTimeout(waiting?.timer);
      waiting?.resolve(problems);
    });
    worker.on('error', (error) => void this.fail(error));
    return worker;
  }

  /** Ends the thread; the next validation starts another. */
  private async fail(error: Error): Promise<void> {
    const { worker } = this;
    this.worker = undefined;
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.waiting.clear();
    await worker?.terminate();
  }
}
