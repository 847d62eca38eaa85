import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type ICommand, type IEvent, ofType, Saga } from '@nestjs/cqrs';
import { map, type Observable } from 'rxjs';
import { OutboxRelay } from '../common/outbox/outbox-relay';
import { AlertRaised } from './cases.events';
import { JoinAlert } from './commands/join-alert';

/** Puts alerts into cases. The events come from the outbox, so that none is forgotten. */
@Injectable()
export class CasesSaga implements OnModuleInit {
  constructor(private readonly relay: OutboxRelay) {}

  @Saga()
  readonly joinAlerts = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(AlertRaised),
      map(({ institutionId, alertId }) => new JoinAlert(institutionId, alertId)),
    );

  onModuleInit(): void {
    this.relay.register(AlertRaised);
  }
}
