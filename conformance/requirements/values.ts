import { leftOpen, defineSection, follows } from './requirement.ts';

const value = defineSection('Port value formats', 'L1-EDIT');
const compat = defineSection('Connection compatibility', 'L1-EDIT');
const connection = defineSection('Connection', 'L1-EDIT');
const variable = defineSection('Variable', 'L1-EDIT');
const types = defineSection('Type catalog', 'CORE');

export const values = [
  value.must('VALUE-VECTOR3-001', 'A Vector3 port accepts an object with x, y and z'),
  value.must('VALUE-VECTOR3-002', 'A Vector3 port accepts an array [x, y, z]'),
  value.must('VALUE-VECTOR3-003', 'A Vector3 port applies one number to every axis'),
  value.must(
    'VALUE-VECTOR3-004',
    'A value without a Vector3 shape is rejected with 400 INVALID_VALUE and changes nothing',
    follows(
      'Only three shapes are accepted, and INVALID_VALUE is the error for a value that cannot be coerced',
    ),
  ),
  value.must(
    'VALUE-VECTOR3-005',
    'The three shapes of the same Vector3 read back alike',
    follows('The three shapes are notations of the same value'),
  ),
  value.must('VALUE-COLOR-001', 'A Color port accepts an array [r, g, b, a]'),
  value.must('VALUE-COLOR-002', 'A Color port accepts an array [r, g, b] with alpha 1'),
  value.must('VALUE-COLOR-003', 'A Color port accepts an object with r, g, b and a'),
  value.must(
    'VALUE-COLOR-004',
    'A value without a Color shape is rejected with 400 INVALID_VALUE and changes nothing',
    follows(
      'Only the listed shapes are accepted, and INVALID_VALUE is the error for a value that cannot be coerced',
    ),
  ),
  value.must(
    'VALUE-COLOR-005',
    'The shapes of the same Color read back alike',
    follows('The shapes are notations of the same value'),
  ),
  value.must('VALUE-DROPDOWN-001', 'A Dropdown port accepts the label of an option'),
  value.must('VALUE-DROPDOWN-002', 'A Dropdown port accepts the index of an option'),
  value.must(
    'VALUE-DROPDOWN-003',
    'A string that is not an option is rejected with 400 INVALID_VALUE and changes nothing',
  ),
  value.must('VALUE-DROPDOWN-004', 'The error for a string that is not an option lists the valid options'),
  value.must(
    'VALUE-DROPDOWN-005',
    'An index beyond the options is rejected and changes nothing',
    follows('A Dropdown accepts a label or the index of an option, and there is no option with this index'),
  ),
  value.must('VALUE-OTHER-001', 'PortValueFormats of the type catalog shows the shapes of the other types'),
  value.must(
    'VALUE-OTHER-002',
    'A value that cannot be coerced to the type of its port is rejected with 400 INVALID_VALUE and changes nothing',
  ),
  value.must(
    'VALUE-OTHER-003',
    'A number written to a number port and a string written to a String port read back unchanged',
    follows('PUT sets the value and GET returns the current value, and these values need no conversion'),
  ),
  value.should(
    'VALUE-OTHER-004',
    'A port accepts the examples that PortValueFormats shows for its type',
    follows(
      'An example is a value of the type, but the catalog may also show the shape in a notation of its own',
    ),
  ),
  value.must('VALUE-OTHER-005', 'A value read from a port can be written to it and reads back the same', {
    provenance: 'SILENT',
  }),

  compat.must('CONN-COMPAT-001', 'Ports of the same type connect'),
  compat.must('CONN-COMPAT-002', 'Generic connects to any type that carries data'),
  compat.must('CONN-COMPAT-003', 'Float and Integer connect'),
  compat.must('CONN-COMPAT-004', 'String and ObjectSelector connect'),
  compat.must('CONN-COMPAT-005', 'A Button output connects to a Trigger input', { provenance: 'CONFLICT' }),
  compat.must('CONN-COMPAT-006', 'A Trigger output does not connect to a Button input'),
  compat.must('CONN-COMPAT-007', 'Every other pair of types is rejected with 400 INCOMPATIBLE_TYPES'),
  compat.must(
    'CONN-COMPAT-008',
    'A connection runs from an output to an input, not in reverse or between two ports of the same direction',
  ),
  compat.must('CONN-COMPAT-009', 'Trigger ports do not connect to ports that carry data'),
  compat.must('CONN-COMPAT-010', 'Generic and Trigger ports connect, or the connection is rejected', {
    provenance: 'CONFLICT',
  }),
  compat.must(
    'CONN-COMPAT-011',
    'The dry run and the real connection agree on every pair of types',
    follows('The dry run checks the compatibility that a connection requires'),
  ),

  connection.must('CONN-001', 'A connection request has outputPortId and inputPortId'),
  connection.must('CONN-002', 'A listed connection has its own id'),
  connection.must('CONN-003', 'A listed connection has the ids of both ports'),
  connection.must('CONN-004', 'A listed connection has the ids of the nodes at both ends'),
  connection.info('CONN-005', 'The field names of a connection are unspecified', { provenance: 'NOT_SHOWN' }),

  variable.must('VAR-001', 'A variable has an id, a value and a value type'),
  variable.must('VAR-002', 'The type of a variable is one of VariableTypes of the type catalog'),
  variable.info('VAR-003', 'Further fields of a variable are unspecified', leftOpen),

  // The provenance is DEDUCED, because the names come from other sentences of the description.
  types.must(
    'TYPES-001',
    'PortTypes lists the canonical port type names',
    follows('PortTypes contains the canonical port type names'),
  ),
  types.must('TYPES-002', 'VariableTypes lists the value types of variables'),
  types.must('TYPES-003', 'NodeCategories lists the top-level taxonomy of nodes'),
  types.must('TYPES-004', 'PortTypeDescriptions has one line per port type'),
  types.must('TYPES-005', 'PortValueFormats has an example of the JSON shape per port type'),
  types.must('TYPES-006', 'ConnectionCompatibility points to the endpoint that validates connections'),
  types.must('TYPES-007', 'An unknown type name is rejected with INVALID_VALUE on variable endpoints'),
  types.must(
    'TYPES-008',
    'PortTypes contains the types of all ports of the available node types',
    follows('The type of a port is a canonical port type name, and PortTypes contains these names'),
  ),
] as const;
