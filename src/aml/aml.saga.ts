import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ICommand, type IEvent, ofType, Saga } from '@nestjs/cqrs';
import { map, type Observable } from 'rxjs';
import { CardSpendAlerted } from '../cards/cards.events';
import { OutboxRelay } from '../common/outbox/outbox-relay';
import { AmlHoldApproved, MovementHeld, MovementReported } from './aml.events';
import { RaiseHoldAlert } from './commands/raise-hold-alert';
import { RaisePostingAlert } from './commands/raise-posting-alert';
import { RecordCardSpendAlert } from './commands/record-card-spend-alert';
import { ResumeHeldMovement } from './commands/resume-held-movement';

/**
 * Resumes movements after staff released their holds, records alerts of card spending, and raises the alerts of the AML
 * desk. The events come from the outbox, so that all survive a crash right after
 * (docs/ARCHITECTURE.md#aml-hold-and-release).
 */
@Injectable()
export class AmlSaga implements OnModuleInit {
  constructor(private readonly relay: OutboxRelay) {}

  @Saga()
  readonly resumeReleased = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(AmlHoldApproved),
      map(({ institutionId, holdId }) => new ResumeHeldMovement(institutionId, holdId)),
    );

  @Saga()
  readonly recordCardAlerts = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(CardSpendAlerted),
      map(
        ({ institutionId, transactionId, suspiciousTransactionId, thresholdKobo }) =>
          new RecordCardSpendAlert(institutionId, transactionId, suspiciousTransactionId, BigInt(thresholdKobo)),
      ),
    );

  @Saga()
  readonly raiseHoldAlerts = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(MovementHeld),
      map(({ institutionId, holdId }) => new RaiseHoldAlert(institutionId, holdId)),
    );

  @Saga()
  readonly raisePostingAlerts = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(MovementReported),
      map(
        ({ institutionId, suspiciousTransactionId, postingId }) =>
          new RaisePostingAlert(institutionId, suspiciousTransactionId, postingId),
      ),
    );

  onModuleInit(): void {
    this.relay.register(MovementHeld);
    this.relay.register(MovementReported);
    this.relay.register(AmlHoldApproved);
    this.relay.register(CardSpendAlerted);
  }
}
