import { Client, type ClientConfig } from 'pg';

/**
 * The connection class of every pool. Without a listener, the loss of a connection ends the process. A connection has
 * no other listener between the moment it is ready and the moment its borrower gets it, and the server can end it in
 * the same packet. This one does nothing, because the loss is reported elsewhere: the pool reports an idle connection,
 * and the next statement of a borrowed one fails.
 */
export class LosableClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
