import { App } from 'aws-cdk-lib';
import { createApplication } from '../lib/application.ts';

createApplication(new App());
