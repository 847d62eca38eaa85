import { Injectable } from '@nestjs/common';
import { type ICommand, type IEvent, ofType, Saga } from '@nestjs/cqrs';
import { map, type Observable } from 'rxjs';
import { BusinessDateRolled } from '../../institutions/institutions.events';
import { RollOverdrafts } from './commands/roll-overdrafts';

/** Starts and ends what a new business date starts and ends. */
@Injectable()
export class OverdraftsSaga {
  @Saga()
  readonly rollWithTheDay = (events: Observable<IEvent>): Observable<ICommand> =>
    events.pipe(
      ofType(BusinessDateRolled),
      map(({ institutionId }) => new RollOverdrafts(institutionId)),
    );
}
