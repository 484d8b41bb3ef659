/** The effects of the studio look. This module is loaded only when the look is used. */
import {
  AlwaysDepth,
  type Camera,
  DepthTexture,
  HalfFloatType,
  NoBlending,
  PMREMGenerator,
  type Scene,
  ShaderMaterial,
  Vector2,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { FullScreenQuad } from 'three/addons/postprocessing/Pass.js';
import { UnrealBloomPass } from 'three/addons/postprocessing/UnrealBloomPass.js';
import { updateShadows } from './scene-shadows.ts';
import type { SceneReplica } from '../../replica/scene-replica.ts';
import type { SceneEffects } from '../scene-renderer.ts';

type StudioScene = Pick<SceneReplica, 'scene' | 'lights' | 'nodes' | 'setPictureShading'>;

interface StudioEffects extends SceneEffects {
  close(): void;
}

const bloomOptions = { strength: 0.6, radius: 0.6, threshold: 0.78 };
const environmentOptions = { intensity: 0.12, blur: 0.04 };

/** The number of pixels of a scene that fills a screen of 1920 by 1080, and a little more. */
const maxPixels = 2 * 1024 ** 2;

/** Creates the effects, and adds the environment light to a scene. */
export const createStudioEffects = (
  renderer: WebGLRenderer,
  { scene, lights, nodes, setPictureShading }: StudioScene,
): StudioEffects => {
  const target = new WebGLRenderTarget(1, 1, {
    type: HalfFloatType,
    samples: 4,
    depthTexture: new DepthTexture(1, 1),
  });
  const bloom = new UnrealBloomPass(
    new Vector2(1, 1),
    bloomOptions.strength,
    bloomOptions.radius,
    bloomOptions.threshold,
  );
  bloom.materialHighPassFilter.fragmentShader = highPassShader;
  const print = new FullScreenQuad(createPrintMaterial(target));
  const environment = createEnvironment(renderer);
  scene.environment = environment.texture;
  scene.environmentIntensity = environmentOptions.intensity;
  renderer.shadowMap.enabled = true;
  setPictureShading(false);
  let hasBloom = true;

  return {
    maxPixels,
    setSize(width, height) {
      target.setSize(width, height);
      hasBloom = width * height <= maxPixels;
      if (hasBloom) bloom.setSize(width, height);
    },
    render(drawnScene: Scene, camera: Camera, output) {
      updateShadows(lights(), nodes(), camera);
      renderer.setRenderTarget(target);
      renderer.clear();
      renderer.render(drawnScene, camera);
      if (hasBloom) bloom.render(renderer, target, target, 0, false);
      renderer.setRenderTarget(output);
      print.render(renderer);
    },
    close() {
      renderer.shadowMap.enabled = false;
      for (const light of lights()) light.castShadow = false;
      setPictureShading(true);
      scene.environment = null;
      environment.dispose();
      bloom.dispose();
      target.depthTexture?.dispose();
      target.dispose();
      print.material.dispose();
      print.dispose();
    },
  };
};

/**
 * Keeps only the light above the threshold. The original shader keeps all light of a pixel that exceeds it, so that
 * plain white surfaces would glow.
 */
const highPassShader = `
  uniform sampler2D tDiffuse;
  uniform float luminosityThreshold;
  varying vec2 vUv;
  void main() {
    vec3 color = texture2D(tDiffuse, vUv).rgb;
    float brightness = dot(color, vec3(0.2126, 0.7152, 0.0722));
    gl_FragColor = vec4(color * max(0.0, 1.0 - luminosityThreshold / max(brightness, 0.0001)), 1.0);
  }`;

/** Creates the light of a room with bright panels, for reflections. */
const createEnvironment = (renderer: WebGLRenderer): WebGLRenderTarget => {
  const generator = new PMREMGenerator(renderer);
  const room = new RoomEnvironment();
  const environment = generator.fromScene(room, environmentOptions.blur);
  room.dispose();
  generator.dispose();
  return environment;
};

/**
 * Creates the material that copies a picture with tone mapping. It also copies the depth, so that the scene hides
 * overlays behind it.
 */
const createPrintMaterial = ({ texture, depthTexture }: WebGLRenderTarget): ShaderMaterial =>
  new ShaderMaterial({
    uniforms: { picture: { value: texture }, depth: { value: depthTexture } },
    blending: NoBlending,
    depthFunc: AlwaysDepth,
    vertexShader: `
      varying vec2 vUv;
      void main() {
        vUv = uv;
        gl_Position = vec4(position.xy, 0.0, 1.0);
      }`,
    fragmentShader: `
      #include <common>
      #include <tonemapping_pars_fragment>
      uniform sampler2D picture;
      uniform sampler2D depth;
      varying vec2 vUv;
      // hides the steps between the 256 shades of the output in dark gradients
      vec3 addNoise(vec3 color) {
        vec3 shade = max(2.2 * pow(color, vec3(0.545)), 1.0 / 12.92) / 255.0;
        return max(color + (rand(gl_FragCoord.xy) - 0.5) * shade, 0.0);
      }
      void main() {
        vec3 color = ACESFilmicToneMapping(texture2D(picture, vUv).rgb);
        gl_FragColor = vec4(addNoise(color), 1.0);
        gl_FragDepth = texture2D(depth, vUv).r;
      }`,
  });
