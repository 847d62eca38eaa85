// The last step of `npm start` and `npm run serve`.
//
// The server is loaded into this very process instead of a child: npm runs these scripts with `exec`, so a signal to
// npm reaches the server itself, and there is no process between them whose death could leave the server running.
import { createRequire } from 'node:module';
import path from 'node:path';

const PARENT_CHECK_INTERVAL_MS = 1000;

/**
 * Loads `dist/main.js` below `root` into this process.
 * @param npm the process that ran this script, read when it began
 */
export function becomeServer(root, npm) {
  // npm passes SIGTERM and SIGINT on, but it cannot when it is killed with -9: then this process gets another parent.
  if (process.env.npm_lifecycle_event) {
    const stopWithNpm = () => process.ppid !== npm && process.kill(process.pid, 'SIGTERM');
    setInterval(stopWithNpm, PARENT_CHECK_INTERVAL_MS).unref();
  }
  // A closed terminal deserves the same orderly stop.
  process.on('SIGHUP', () => process.kill(process.pid, 'SIGTERM'));

  process.chdir(root);
  process.setSourceMapsEnabled(true);
  process.argv[1] = path.join(root, 'dist', 'main.js');
  createRequire(import.meta.url)(process.argv[1]);
}
