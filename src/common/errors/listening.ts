import { StartRefusedError } from './start-refused-error';

/** Where a server of this process listens, and the variables that say so. */
export interface ListeningPlace {
  port: number;
  host: string;
  portVariable: string;
  /** Undefined where the host is fixed. */
  hostVariable?: string;
}

/** Codes of the system, and of the search for a name, for an address that is not one of this machine. */
const NOT_OF_THIS_MACHINE = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'];

/**
 * Lets a server listen.
 * @throws StartRefusedError that names the variable to change, when the port or the host cannot be used.
 */
export async function listenAt<Result>(place: ListeningPlace, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const violation = listeningViolation(place, (error as NodeJS.ErrnoException).code ?? '');
    throw violation === undefined ? error : new StartRefusedError(violation);
  }
}

function listeningViolation(
  { port, host, portVariable, hostVariable }: ListeningPlace,
  code: string,
): string | undefined {
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program: set ${portVariable} to a free one.`;
  if (code === 'EACCES') return `Port ${port} needs more rights: set ${portVariable} to one above 1023.`;
  if (hostVariable === undefined || !NOT_OF_THIS_MACHINE.includes(code)) return undefined;
  return (
    `${hostVariable} is ${host}, which is no address of this machine: set ${hostVariable} to one, such as 127.0.0.1 ` +
    'or 0.0.0.0.'
  );
}
