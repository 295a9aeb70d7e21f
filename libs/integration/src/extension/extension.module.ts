import { Module } from '@nestjs/common';
import { AnnouncementHandlers } from '../announcement/announcement.handlers.js';
import { InvoiceHandlers } from '../invoice/invoice.handlers.js';
import { RenderHandlers } from '../invoice/render.handlers.js';
import { RenderThreads } from '../invoice/render/render-threads.js';
import { ProfileHandlers } from '../profile/profile.handlers.js';
import { Settings } from '../settings.js';
import { ExtensionHandlers } from './extension.handlers.js';

/** The records of extensions: invoice templates, announcements, profiles of channels, and extensions themselves. */
@Module({
  controllers: [AnnouncementHandlers, ExtensionHandlers, InvoiceHandlers, ProfileHandlers, RenderHandlers],
  providers: [RenderThreads, Settings],
})
export class ExtensionModule {}
