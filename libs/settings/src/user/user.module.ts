import { Module } from '@nestjs/common';
import { UserGroupHandlers } from './group/user-group.handlers.js';
import { UserSalesmanHandlers } from './salesman/user-salesman.handlers.js';
import { UserHandlers } from './user.handlers.js';
import { WhoAmIHandlers } from './whoami.handlers.js';

@Module({ controllers: [UserGroupHandlers, UserHandlers, UserSalesmanHandlers, WhoAmIHandlers] })
export class UserModule {}
