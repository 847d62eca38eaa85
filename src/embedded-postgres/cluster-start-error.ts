/** The server of the embedded cluster cannot run here; the message says why and what to do. */
export class ClusterStartError extends Error {
  override readonly name = 'ClusterStartError';
}

/** The lines in which PostgreSQL and its tools say why they end. */
const REASON = /\b(?:FATAL|PANIC|DETAIL|HINT|error|detail|hint|postgres):\s+(.+)/;

/** Why a server or tool ended, from its output, on one line. */
export function endingReason(output: string): string {
  const lines = output.trim().split('\n');
  const reasons = lines.flatMap((line) => REASON.exec(line)?.[1] ?? []);
  return (reasons.length > 0 ? reasons : lines.slice(-1)).map((line) => line.replace(/\.$/, '')).join('; ');
}
