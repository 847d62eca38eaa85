import { Module } from '@nestjs/common';
import { EventNumbering } from './event-numbering';

/** What changes make known: the catalogue of events, their queue and their numbers. */
@Module({ providers: [EventNumbering], exports: [EventNumbering] })
export class EventsModule {}
