import * as fs from 'node:fs';
import * as http from 'node:http';
import { authenticate, type RunningServer } from './server';

const FILE_BYTES = 10 * 1024 * 1024;

export interface UploadResult {
  uploads: number;
  seconds: number;
  /** Highest resident memory of the server's process since it started, in MiB. */
  peakMib: number;
  /** Resident memory before the first upload, in MiB. */
  idleMib: number;
  failures: Record<string, number>;
}

/** Sends this many documents of 10 MB at once and reports the server's peak memory. */
export async function uploadTogether(server: RunningServer, uploads: number): Promise<UploadResult> {
  const token = await authenticate(server);
  const body = bodyFor(server);
  const idleMib = server.memoryMib();
  const start = performance.now();
  const statuses = await Promise.all(Array.from({ length: uploads }, () => upload(server.port, token, body)));
  const seconds = Math.round((performance.now() - start) / 10) / 100;
  const failures: Record<string, number> = {};
  for (const status of statuses) if (status !== 200) failures[status] = (failures[status] ?? 0) + 1;
  return { uploads, seconds, peakMib: peakMib(server), idleMib, failures };
}

function bodyFor({ sandbox }: RunningServer): Buffer {
  const file = Buffer.alloc(FILE_BYTES, 'no two documents are the same ');
  file.write('%PDF-1.7\n');
  const { accountNumber } = sandbox.accounts[0]!;
  return Buffer.from(
    JSON.stringify({
      entityType: 'account',
      entityId: accountNumber,
      documentType: 'Statement',
      fileName: 'statement.pdf',
      content: file.toString('base64url'),
    }),
  );
}

function upload(port: number, token: string, body: Buffer): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(
      { port, method: 'POST', path: '/api/operations/v1/uploaddocument', headers, agent: false },
      (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    request.once('error', reject).end(body);
  });
}

function peakMib({ process }: RunningServer): number {
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]) / 1024);
}
