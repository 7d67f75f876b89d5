/**
 * The script that starts Swagger UI on the reference page, as text. "Try it out" sends what a form shows, so texts, and fields that may be
 * absent, start empty. Errors, which are most of the responses of an operation, are collapsed. The address of the description is relative
 * to the page, so that it also works behind a proxy with a base path.
 */
export const START_SOURCE = `const requiredOnly = (schema) => {
  if (schema.has('example')) return schema;
  if (isInvented(schema)) return schema.set('example', '');
  if (schema.has('items')) return schema.update('items', requiredOnly);
  if (!schema.has('properties')) return schema;
  return schema.update('properties', (properties) =>
    properties.filter((_, name) => isRequired(schema, name)).map(requiredOnly),
  );
};
/** Swagger UI fills a text without an example with "string", or with an invented id, which a reader would send by mistake. */
const isInvented = (schema) =>
  schema.get('type') === 'string' &&
  schema.get('format') !== 'binary' &&
  !['example', 'enum', 'const'].some((key) => schema.has(key));
const isRequired = (schema, name) => (schema.get('required') ? schema.get('required').includes(name) : false);

/** Swagger UI fills each field of a form with a sample of its type: true, a URL, an id. */
const emptyFields = (form) =>
  form.updateIn(['schema', 'properties'], (properties) =>
    properties.map((field, name) =>
      isRequired(form.get('schema'), name) && !isInvented(field) ? field : field.set('example', ''),
    ),
  );

const startsEmpty = (requestBody, fn) =>
  requestBody.update('content', (content) =>
    content.map((body, mediaType) => {
      const schema = body.get('schema');
      if (schema === undefined || schema.get('properties') === undefined || body.has('example')) return body;
      if (mediaType.startsWith('multipart/')) return emptyFields(body);
      return body.set('example', fn.getSampleSchema(requiredOnly(schema), mediaType, { includeWriteOnly: true }));
    }),
  );

const OptionalFieldsStartEmpty = ({ React }) => ({
  wrapComponents: {
    RequestBody: (Original) => (props) => {
      const { requestBody, fn } = props;
      const shown = React.useMemo(() => (requestBody ? startsEmpty(requestBody, fn) : requestBody), [requestBody]);
      return React.createElement(Original, { ...props, requestBody: shown });
    },
    // The box "Send empty value" is checked at first, and no field of the service takes an empty value.
    ParameterIncludeEmpty: () => () => null,
  },
});

const CollapsedErrors = ({ React: { createElement: h } }) => ({
  wrapComponents: {
    response: (Original) => (props) => {
      const row = h(Original, props);
      if (!/^[45]/.test(props.code)) return row;
      const summary = h('summary', null, props.code, ' ', props.response.get('description'));
      const table = h('table', { className: 'responses-table' }, h('tbody', null, row));
      return h('tr', { className: 'collapsed-error' }, h('td', { colSpan: 3 }, h('details', null, summary, table)));
    },
  },
});

SwaggerUIBundle({
  url: new URL('docs/openapi.json', window.location.href).href,
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: true,
  defaultModelsExpandDepth: 0,
  plugins: [OptionalFieldsStartEmpty, CollapsedErrors],
});
`;
