import { App, DefaultStackSynthesizer } from 'aws-cdk-lib';
import { createApplication } from '../lib/application.ts';

// The command `cdk deploy` looks itself how old the bootstrap is; a parameter for it in every template would only be in the way elsewhere.
createApplication(
  new App({ defaultStackSynthesizer: new DefaultStackSynthesizer({ generateBootstrapVersionRule: false }) }),
);
