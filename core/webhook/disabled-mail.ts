/**
 * Writes the email about a webhook that the service disabled (docs/reference/webhooks.md#failing-endpoints). It leaves
 * out the path of the URL, which may hold a secret.
 */
export function disabledMail(webhook: { readonly webhookId: string; readonly url: string; readonly reason: string }): {
  readonly subject: string;
  readonly text: string;
} {
  return {
    subject: 'A webhook was switched off',
    text: `The webhook ${webhook.webhookId} to ${new URL(webhook.url).origin} was switched off. ${webhook.reason}

Nothing is sent to it any more. Once the receiver works again, switch the webhook on with

  PATCH /v1/webhooks/${webhook.webhookId} {"enabled": true}

and have what was missed sent again: the list of deliveries shows it.
`,
  };
}
