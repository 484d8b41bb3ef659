import { leftOpen, defineSection, follows } from './requirement.ts';

const objects = defineSection('Property access on scene objects', 'PROPS');
const assets = defineSection('Property access on assets', 'PROPS');
const animation = defineSection('Animation reads', 'ANIM');
const project = defineSection('Project endpoints', 'L2');

export const properties = [
  objects.must('OBJ-001', 'GET components lists the components of an object with property counts'),
  objects.must('OBJ-002', 'GET a component returns its properties with values and types'),
  objects.must('OBJ-003', 'GET a property returns its value'),
  objects.must('OBJ-004', 'PUT a property sets its value'),
  objects.must('OBJ-005', 'PUT properties writes several and returns a result for each'),
  objects.must('OBJ-006', 'The property count of a component is the number of properties that it returns', {
    ...follows('The list of components states property counts, and the component lists its properties'),
  }),

  assets.must('ASSET-001', 'GET properties lists the properties of an asset'),
  assets.must('ASSET-002', 'An unknown asset returns 404 ASSET_NOT_FOUND'),
  assets.must('ASSET-003', 'Property access without a runtime returns 503'),
  assets.must('ASSET-004', 'PUT properties writes them in order'),
  assets.must('ASSET-005', 'PUT properties resolves and saves the asset once', {
    excluded: 'internal work that no response shows',
  }),
  assets.must('ASSET-006', 'A property that fails has an error of its own and does not stop the rest'),
  assets.must('ASSET-007', 'A missing body or an empty array is rejected with 400 INVALID_REQUEST'),
  assets.must('ASSET-008', 'GET a property returns its value'),
  assets.must('ASSET-009', 'An unknown property returns 404 PROPERTY_NOT_FOUND'),
  assets.must('ASSET-010', 'PUT a property returns the previous and the new value'),
  assets.must('ASSET-011', 'PUT a property without a body is rejected with 400 INVALID_REQUEST'),
  assets.must('ASSET-012', 'A value that cannot be coerced is rejected with 400 INVALID_VALUE'),

  animation.must('ANIM-READ-001', 'GET playbacks returns the live state of the playbacks of an object'),
  animation.must('ANIM-READ-002', 'GET a clip returns its static data'),
  animation.info('ANIM-READ-003', 'The response bodies of the animation reads are unspecified', leftOpen),

  project.must(
    'COMPONENTS-001',
    'POST /api/actions/components/refresh rebuilds visuals after property changes',
  ),
  project.must('PROJECT-001', 'POST /api/project/open opens a project from a file path'),
  project.must('PROJECT-002', 'Opening a project needs the runtime'),
  project.must(
    'PROJECT-003',
    'POST /api/actions/project/refresh refreshes the project panel and needs the runtime',
  ),
  project.info('PROJECT-004', 'The body of project/open is unspecified', leftOpen),
] as const;
