// `node scripts/health.mjs [live|ready]`: exit code 0 when the server of this machine answers its health route, for a
// container's health check. The management port is read from the environment that the server has.
const host = process.env.MANAGEMENT_HOST ?? '127.0.0.1';
const port = process.env.MANAGEMENT_PORT ?? '9090';
const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;

try {
  const answer = await fetch(`http://${address}:${port}/health/${process.argv[2] ?? 'live'}`, {
    signal: AbortSignal.timeout(3_000),
  });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
} catch (error) {
  console.error(`not healthy: ${error.message}`);
  process.exitCode = 1;
}
