import { createServer, type Server } from 'node:http';
import { addressOf, closeServer, listenOnLoopback } from '../support/loopback';

/** One request that the gateway received. */
export interface BillsRequest {
  call: 'billers' | 'customer-information' | 'vend' | 'tsq';
  provider: string;
  body: Record<string, unknown>;
}

type Answer = Record<string, unknown> | undefined;

/** A bills middleware with answers chosen by the test, for behaviour that the simulator does not have. */
export class FakeBillsGateway {
  readonly requests: BillsRequest[] = [];
  billers: unknown = [
    {
      billerId: 'meters',
      billerName: 'Meters',
      category: 'electricity',
      isElectricity: true,
      packages: [{ packageId: 'prepaid', packageName: 'Prepaid', amount: 0, isFixedAmount: false }],
    },
    {
      billerId: 'airtime',
      billerName: 'Airtime',
      category: 'airtime',
      isElectricity: false,
      packages: [{ packageId: 'any', packageName: 'Any', amount: 0, isFixedAmount: false }],
    },
  ];
  customer: Record<string, unknown> = {
    responseCode: '00',
    customerName: 'OKAFOR ADAEZE',
    minimumAmount: 100,
    outstandingAmount: 0,
  };
  /** The answers to a vend and then to each status query, without the reference; the last one repeats. */
  vendAnswers: Answer[] = [{ status: 'Successful', responseCode: '00' }];
  /** What happens elsewhere while a call is under way. */
  meanwhile: (request: BillsRequest) => Promise<void> = () => Promise.resolve();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeBillsGateway> {
    const server = createServer();
    const gateway = new FakeBillsGateway(server);
    server.on('request', (request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        const [, provider = '', , call = ''] = (request.url ?? '').split('/');
        const received = { call, provider, body: text === '' ? {} : JSON.parse(text) } as BillsRequest;
        gateway.requests.push(received);
        void gateway.meanwhile(received).then(() => {
          response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(gateway.answer(received)));
        });
      });
    });
    await listenOnLoopback(server);
    return gateway;
  }

  get url(): string {
    return addressOf(this.server);
  }

  count(call: BillsRequest['call']): number {
    return this.requests.filter((request) => request.call === call).length;
  }

  async close(): Promise<void> {
    await closeServer(this.server);
  }

  private answer({ call, body }: BillsRequest): object {
    switch (call) {
      case 'billers':
        return { billers: this.billers };
      case 'customer-information':
        return this.customer;
      default: {
        const [next] = this.vendAnswers.length > 1 ? this.vendAnswers.splice(0, 1) : this.vendAnswers;
        return { reference: body.reference, responseMessage: 'As told', ...next };
      }
    }
  }
}
